//! The colours of a picture.

use std::fmt;
use std::str::FromStr;

use super::Ink;
use crate::steps::Role;

/// Every ink.
pub(super) const INKS: [Ink; 25] = [
    Ink::Paper,
    Ink::Thin,
    Ink::Thick,
    Ink::Given,
    Ink::Digit,
    Ink::Candidate,
    Ink::Cage,
    Ink::Clue,
    Ink::Shaft,
    Ink::White,
    Ink::Black,
    Ink::Grey,
    Ink::Red,
    Ink::Green,
    Ink::Blue,
    Ink::Purple,
    Ink::Orange,
    Ink::Pink,
    Ink::Yellow,
    Ink::Mark(Role::Base),
    Ink::Mark(Role::Cover),
    Ink::Mark(Role::Fin),
    Ink::Mark(Role::On),
    Ink::Mark(Role::Off),
    Ink::Mark(Role::Removed),
];

/// On what a picture is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// The colour of an ink, as `#rrggbb`.
    pub fn colour(self, ink: Ink) -> &'static str {
        let (light, dark) = colours(ink);
        match self {
            Self::Light => light,
            Self::Dark => dark,
        }
    }
}

/// Each ink on light and on dark paper.
fn colours(ink: Ink) -> (&'static str, &'static str) {
    match ink {
        Ink::Paper => ("#ffffff", "#16181d"),
        Ink::Thin => ("#9aa0a6", "#4a4f57"),
        Ink::Thick => ("#202124", "#d5d8dd"),
        Ink::Given => ("#101114", "#f1f3f5"),
        Ink::Digit => ("#1a56b0", "#7fb3ff"),
        Ink::Candidate => ("#3f444a", "#c3c8cf"),
        Ink::Cage => ("#3c4043", "#c2c6cc"),
        Ink::Clue => ("#1f2023", "#e3e5e8"),
        Ink::Shaft => ("#8d939a", "#767d87"),
        Ink::White => ("#fdfdfd", "#f4f5f7"),
        Ink::Black => ("#17181a", "#08090b"),
        Ink::Grey => ("#cfd3d8", "#434954"),
        Ink::Red => ("#e88a80", "#8f3f38"),
        Ink::Green => ("#8fd19e", "#2f7041"),
        Ink::Blue => ("#9cc3f5", "#2c5c96"),
        Ink::Purple => ("#c9a6e4", "#663f87"),
        Ink::Orange => ("#f3c07a", "#8a5a18"),
        Ink::Pink => ("#f3b5cf", "#8a3f62"),
        Ink::Yellow => ("#f2e08a", "#756415"),
        Ink::Mark(Role::Base) => ("#cfe4ff", "#1f3d63"),
        Ink::Mark(Role::Cover) => ("#ffe9c2", "#57431c"),
        Ink::Mark(Role::Fin) => ("#e6d3f7", "#4b3263"),
        Ink::Mark(Role::On | Role::Placed) => ("#1b7f3b", "#63d088"),
        Ink::Mark(Role::Off) => ("#b05a00", "#ffb266"),
        Ink::Mark(Role::Removed) => ("#c5221f", "#ff8a80"),
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Light => "light",
            Self::Dark => "dark",
        })
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "light" => Ok(Self::Light),
            "dark" => Ok(Self::Dark),
            _ => Err(format!("no theme `{name}`; there are light and dark")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{INKS, Ink, Theme};

    /// How light a colour is, from 0 to 255.
    fn lightness(colour: &str) -> u32 {
        let part = |at: usize| u32::from_str_radix(&colour[at..at + 2], 16).expect("a colour in hexadecimal");
        (part(1) + part(3) + part(5)) / 3
    }

    #[test]
    fn a_light_colour_tells_the_dark_one() {
        let mut dark = BTreeMap::new();
        for ink in INKS {
            let other = dark.insert(Theme::Light.colour(ink), (ink, Theme::Dark.colour(ink)));
            assert!(other.is_none(), "{ink:?} and {other:?} are the same on light paper");
        }
    }

    #[test]
    fn white_is_light_and_black_is_dark_on_any_ground() {
        for theme in [Theme::Light, Theme::Dark] {
            let of = |ink: Ink| lightness(theme.colour(ink));
            assert!(of(Ink::White) > 230 && of(Ink::Black) < 30, "{theme}");
            assert!(of(Ink::White).abs_diff(of(Ink::Black)) > 200, "{theme}");
        }
        // The outline tells a dot from the ground.
        assert!(lightness(Theme::Dark.colour(Ink::Thick)) > 150);
    }
}
