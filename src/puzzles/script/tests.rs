use super::{ALLOWANCE, Datum, Script, ScriptError, is_name};

fn run(text: &str) -> Result<Datum, ScriptError> {
    let values = [("a", Datum::Number(3)), ("v", Datum::List(vec![Datum::Number(2), Datum::Number(1)]))];
    Script::compile(text, &["a", "v"])?.run(&values, &mut ALLOWANCE.clone())
}

fn message(text: &str) -> String {
    run(text).map_or_else(|error| error.message, |value| format!("gives {value}"))
}

#[test]
fn expressions_give_values() {
    for (text, value) in [
        ("if a > 2 { 1 } else { -1 }", "1"),
        ("if a > 3 { 1 }", "()"),
        ("let s = v; s.push(a); s", "[2, 1, 3]"),
        ("v.all(|x| x < a)", "true"),
        ("sum(v) + max(v) * min(v) + v.count(2)", "6"),
        ("v.set_with(2).set_with(0)", "[0, 1, 2]"),
        ("#{b: [a], a: 'x'}", "#{a: \"x\", b: [3]}"),
        ("fn twice(x) { x * 2 } twice(a)", "6"),
    ] {
        assert_eq!(message(text), format!("gives {value}"), "{text}");
    }
}

#[test]
fn mistakes_are_told_with_their_place() {
    let at = |text: &str| run(text).expect_err("a mistake").at;
    assert_eq!(at("a +\n  gap"), Some((2, 3)));
    assert_eq!(at("a / (a - 3)"), Some((1, 3)));
    assert_eq!(message("a + gap"), "there is no variable `gap` here; there are a, v");
    assert_eq!(message("a / 0"), "division by zero: 3 / 0");
    assert_eq!(message("frob(a)"), "there is no function `frob (i64)`");
    assert_eq!(message("loop { }"), "more than 100,000 operations");
    assert_eq!(message("v[7]"), "array index 7 out of bounds: only 2 elements in array");
    for text in [
        "eval(\"1\")",
        "print(a)",
        "import \"x\" as y;",
        "a +",
        "let s = \"ab\"; loop { s += s; }",
        "let s = [1]; loop { s += s; }",
        "fn f(x) { f(x) } f(1)",
        &"(".repeat(10_000),
        "a = 1.5",
        "timestamp()",
        "sleep(10)",
        "0.5",
        "let s = []; s.pad(100000000, 1); s",
        "let s = ''; s.pad(100000000, 'x'); s",
    ] {
        assert!(run(text).is_err(), "{text}: {}", message(text));
    }
}

#[test]
fn the_allowance_ends() {
    let script = Script::compile("let n = 0; while n < 1000 { n += 1; } n", &[]).expect("a good script");
    let mut left = 10_000;
    let error = (0..20).find_map(|_| script.run(&[], &mut left).err()).expect("the allowance is small");
    assert_eq!(error.message, "more than 5,000,000 operations over all values");
}

#[test]
fn names_are_no_keywords() {
    assert!(is_name("gap") && is_name("max_gap2"));
    assert!(!is_name("if") && !is_name("a-b") && !is_name("") && !is_name("2x") && !is_name("eval"));
}
