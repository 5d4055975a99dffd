//! Which parts of a problem are needed: parts that contradict each other, and parts that can go.

use crate::engines::Stop;

/// Whether something holds; a question may be stopped before it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartsVerdict {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// A limit came first.
    Unknown(Stop),
}

impl std::ops::Not for PartsVerdict {
    type Output = Self;

    /// The verdict on the opposite.
    fn not(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::Unknown(stop) => Self::Unknown(stop),
        }
    }
}

/// What a question about parts fails with: its own error, or a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble<E> {
    /// The question failed.
    Failed(E),
    /// A limit came first.
    Stopped(Stop),
}

/// A question about the parts that are kept, by 0-based number.
type Question<'q, E> = dyn FnMut(&[usize]) -> Result<PartsVerdict, E> + 'q;

/// Parts among the given ones that cannot hold together, while any all but one of them can: by `QuickXplain` (Junker, AAAI
/// 2004), in about k·log(n / k) questions for k of n parts. Parts that come first are kept before others.
///
/// `is_possible` is asked whether some parts can hold together; all of the given ones must not.
///
/// # Errors
/// A question that fails or is stopped.
///
/// ```
/// use exactly::solve::{PartsVerdict, conflict};
///
/// // Numbers whose sum must stay below ten.
/// let parts = [4, 1, 7, 2];
/// let mut fits = |kept: &[usize]| {
///     let sum: u32 = kept.iter().map(|&at| parts[at]).sum();
///     Ok::<_, ()>(if sum < 10 { PartsVerdict::Yes } else { PartsVerdict::No })
/// };
/// assert_eq!(conflict(&[0, 1, 2, 3], &mut fits), Ok(vec![0, 2]));
/// ```
pub fn conflict<E>(parts: &[usize], is_possible: &mut Question<'_, E>) -> Result<Vec<usize>, Trouble<E>> {
    let mut found = if ask(&[], is_possible)? {
        Explain { is_possible }.among(&mut Vec::new(), false, parts)?
    } else {
        Vec::new()
    };
    found.sort_unstable();
    Ok(found)
}

/// The smallest conflict that is found in so many tries, each with the parts in another order; the same in every run. A limit
/// that comes after the first try leaves what was found.
///
/// # Errors
/// As [`conflict`].
pub fn small_conflict<E>(
    parts: &[usize],
    tries: u64,
    is_possible: &mut Question<'_, E>,
) -> Result<Vec<usize>, Trouble<E>> {
    let mut smallest = conflict(parts, is_possible)?;
    let mut order = parts.to_vec();
    for seed in 1..tries {
        fastrand::Rng::with_seed(seed).shuffle(&mut order);
        match conflict(&order, is_possible) {
            Ok(found) if found.len() < smallest.len() => smallest = found,
            Ok(_) => {}
            Err(Trouble::Stopped(_)) => break,
            Err(failed) => return Err(failed),
        }
    }
    Ok(smallest)
}

fn ask<E>(kept: &[usize], question: &mut Question<'_, E>) -> Result<bool, Trouble<E>> {
    match question(kept).map_err(Trouble::Failed)? {
        PartsVerdict::Yes => Ok(true),
        PartsVerdict::No => Ok(false),
        PartsVerdict::Unknown(stop) => Err(Trouble::Stopped(stop)),
    }
}

struct Explain<'e, 'q, E> {
    is_possible: &'e mut Question<'q, E>,
}

impl<E> Explain<'_, '_, E> {
    /// The parts needed among some, beside those that are `kept`; nothing if these were just added and suffice.
    fn among(
        &mut self,
        kept: &mut Vec<usize>,
        is_new: bool,
        parts: &[usize],
    ) -> Result<Vec<usize>, Trouble<E>> {
        if is_new && !ask(kept, self.is_possible)? {
            return Ok(Vec::new());
        }
        if parts.len() <= 1 {
            return Ok(parts.to_vec());
        }
        let length = kept.len();
        let (first, second) = parts.split_at(parts.len() / 2);
        kept.extend(first);
        let of_second = self.among(kept, true, second)?;
        kept.truncate(length);
        kept.extend(&of_second);
        let mut needed = self.among(kept, !of_second.is_empty(), first)?;
        kept.truncate(length);
        needed.extend(of_second);
        Ok(needed)
    }
}

/// Which of so many parts can go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spare {
    /// Those that can go one at a time, the others all kept.
    pub alone: Vec<usize>,
    /// Those of a set that can go together, found by taking them away one after the other; no other can go after them.
    pub together: Vec<usize>,
}

/// Finds which of so many parts can go while `is_enough` holds of the others; it must hold of all of them, and of more parts
/// where it holds of fewer.
///
/// # Errors
/// A question that fails or is stopped.
pub fn spare<E>(count: usize, is_enough: &mut Question<'_, E>) -> Result<Spare, Trouble<E>> {
    let mut spare = Spare::default();
    let mut kept: Vec<usize> = (0..count).collect();
    for part in 0..count {
        let others: Vec<usize> = (0..count).filter(|&other| other != part).collect();
        if !ask(&others, is_enough)? {
            continue;
        }
        spare.alone.push(part);
        let fewer: Vec<usize> = kept.iter().copied().filter(|&other| other != part).collect();
        if ask(&fewer, is_enough)? {
            kept = fewer;
            spare.together.push(part);
        }
    }
    Ok(spare)
}

#[cfg(test)]
mod tests {
    use super::{PartsVerdict, Spare, Trouble, conflict, small_conflict, spare};
    use crate::engines::Stop;

    /// Parts are bits of 16; a set is impossible where it holds all of one of some bad sets.
    fn judge(bad: &[u32], kept: &[usize]) -> PartsVerdict {
        let set = kept.iter().fold(0u32, |set, part| set | 1 << part);
        if bad.iter().any(|bad| set & bad == *bad) { PartsVerdict::No } else { PartsVerdict::Yes }
    }

    #[test]
    fn a_conflict_is_one_and_none_of_it_can_be_spared() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..500 {
            let bad: Vec<u32> =
                (0..rng.usize(1..5)).map(|_| rng.u32(..1 << 16) & rng.u32(..) & rng.u32(..)).collect();
            let all: Vec<usize> = (0..16).collect();
            let mut questions = 0;
            let found = conflict(&all, &mut |kept| {
                questions += 1;
                Ok::<_, ()>(judge(&bad, kept))
            })
            .expect("answered");
            assert_eq!(judge(&bad, &found), PartsVerdict::No);
            for part in &found {
                let others: Vec<usize> = found.iter().copied().filter(|other| other != part).collect();
                assert_eq!(judge(&bad, &others), PartsVerdict::Yes, "{bad:?}: {found:?} without {part}");
            }
            assert!(questions <= 16 * 5);
        }
    }

    #[test]
    fn more_tries_find_a_smaller_one() {
        let bad = [0b1111, 0b11 << 14];
        let all: Vec<usize> = (0..16).collect();
        let mut judged = |kept: &[usize]| Ok::<_, ()>(judge(&bad, kept));
        assert_eq!(conflict(&all, &mut judged), Ok(vec![0, 1, 2, 3]));
        assert_eq!(small_conflict(&all, 20, &mut judged), Ok(vec![14, 15]));
    }

    #[test]
    fn what_can_go_is_found() {
        // Enough is part 0, or both of 1 and 2; part 3 is never needed.
        let mut is_enough = |kept: &[usize]| {
            let has = |part| kept.contains(&part);
            Ok::<_, ()>(if has(0) || has(1) && has(2) { PartsVerdict::Yes } else { PartsVerdict::No })
        };
        let found = spare(4, &mut is_enough);
        assert_eq!(found, Ok(Spare { alone: vec![0, 1, 2, 3], together: vec![0, 3] }));
    }

    #[test]
    fn a_limit_is_passed_on() {
        let stopped = conflict(&[0, 1], &mut |_| Ok::<_, ()>(PartsVerdict::Unknown(Stop::Time)));
        assert_eq!(stopped, Err(Trouble::Stopped(Stop::Time)));
        assert_eq!(conflict(&[0], &mut |_| Err("no")), Err(Trouble::Failed("no")));
    }
}
