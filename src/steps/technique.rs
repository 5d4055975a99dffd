//! The techniques: their names, how hard they are, and who finds them. All numbers of grading are here.

use std::fmt;
use std::str::FromStr;

use super::finders::{
    Find, almost_chains, bent, chains, colours, constraint, crossing, fish, forcing, mutant, patterns,
    rectangles, singles, subsets, trial,
};
use Technique as T;

/// How hard a technique or a puzzle is, in HoDoKu's five names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Singles.
    Easy,
    /// Pointing, pairs and triples.
    Medium,
    /// Fish, wings and colours.
    Hard,
    /// Chains and almost locked sets.
    Unfair,
    /// More than that.
    Extreme,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Unfair => "unfair",
            Self::Extreme => "extreme",
        })
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let all = [Self::Easy, Self::Medium, Self::Hard, Self::Unfair, Self::Extreme];
        let found = all.into_iter().find(|level| level.to_string() == name);
        found.ok_or_else(|| format!("no level `{name}`; there are easy, medium, hard, unfair, extreme"))
    }
}

/// A technique, named as solvers of the field name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names in the table say what they are")]
pub enum Technique {
    FullHouse,
    NakedSingle,
    HiddenSingle,
    LockedPair,
    LockedTriple,
    Pointing,
    Claiming,
    Constraint,
    Innies,
    NakedPair,
    NakedTriple,
    HiddenPair,
    HiddenTriple,
    NakedQuad,
    HiddenQuad,
    XWing,
    Swordfish,
    Jellyfish,
    RemotePair,
    Bug,
    Skyscraper,
    TwoStringKite,
    TurbotFish,
    EmptyRectangle,
    WWing,
    XyWing,
    XyzWing,
    UniqueRectangle1,
    UniqueRectangle2,
    UniqueRectangle3,
    UniqueRectangle4,
    UniqueRectangle5,
    UniqueRectangle6,
    HiddenRectangle,
    FinnedXWing,
    SashimiXWing,
    ColourTrap,
    ColourWrap,
    MultiColours,
    FinnedSwordfish,
    SashimiSwordfish,
    FinnedJellyfish,
    SashimiJellyfish,
    WxyzWing,
    XChain,
    XyChain,
    NiceLoop,
    BrokenLoop,
    Chain,
    GroupedNiceLoop,
    GroupedBrokenLoop,
    GroupedChain,
    AlsXz,
    AlsXyWing,
    AlsChain,
    AlsAic,
    ForcingContradiction,
    ForcingVerity,
    MutantXWing,
    MutantSwordfish,
    FinnedMutantXWing,
    FinnedMutantSwordfish,
    NetContradiction,
    NetVerity,
    Trial,
}

/// What is known of a technique.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The technique.
    pub technique: Technique,
    /// Its name, in small letters.
    pub name: &'static str,
    /// The least level of a puzzle that needs it.
    pub level: Level,
    /// What one use adds to the score of a puzzle; HoDoKu's figures.
    pub score: u32,
    /// How hard it is on the scale of Sudoku Explainer, in tenths: 15 is 1.5. Chains add to it by their length.
    pub rating: u32,
    /// Who finds it.
    pub(super) find: Find,
}

const fn entry(technique: T, name: &'static str, level: Level, score: u32, rating: u32, find: Find) -> Entry {
    Entry { technique, name, level, score, rating, find }
}

/// All techniques in the order in which they are tried: that of HoDoKu.
pub static TABLE: [Entry; 65] = [
    entry(T::FullHouse, "full house", Level::Easy, 4, 10, singles::full_houses),
    entry(T::NakedSingle, "naked single", Level::Easy, 4, 23, singles::naked),
    entry(T::HiddenSingle, "hidden single", Level::Easy, 14, 15, singles::hidden),
    entry(T::LockedPair, "locked pair", Level::Medium, 40, 20, |p, to| subsets::locked(p, 2, to)),
    entry(T::LockedTriple, "locked triple", Level::Medium, 60, 25, |p, to| subsets::locked(p, 3, to)),
    entry(T::Pointing, "pointing", Level::Medium, 50, 26, crossing::pointing),
    entry(T::Claiming, "claiming", Level::Medium, 50, 28, crossing::claiming),
    entry(T::Constraint, "combinations", Level::Easy, 14, 27, constraint::combinations),
    entry(T::Innies, "innies and outies", Level::Medium, 40, 29, constraint::innies),
    entry(T::NakedPair, "naked pair", Level::Medium, 60, 30, |p, to| subsets::naked(p, 2, to)),
    entry(T::NakedTriple, "naked triple", Level::Medium, 80, 36, |p, to| subsets::naked(p, 3, to)),
    entry(T::HiddenPair, "hidden pair", Level::Medium, 70, 34, |p, to| subsets::hidden(p, 2, to)),
    entry(T::HiddenTriple, "hidden triple", Level::Medium, 100, 40, |p, to| subsets::hidden(p, 3, to)),
    entry(T::NakedQuad, "naked quad", Level::Hard, 120, 50, |p, to| subsets::naked(p, 4, to)),
    entry(T::HiddenQuad, "hidden quad", Level::Hard, 150, 54, |p, to| subsets::hidden(p, 4, to)),
    entry(T::XWing, "X-wing", Level::Hard, 140, 32, |p, to| fish::lines(p, 2, to)),
    entry(T::Swordfish, "swordfish", Level::Hard, 150, 38, |p, to| fish::lines(p, 3, to)),
    entry(T::Jellyfish, "jellyfish", Level::Hard, 160, 52, |p, to| fish::lines(p, 4, to)),
    entry(T::RemotePair, "remote pair", Level::Hard, 110, 66, colours::remote_pairs),
    entry(T::Bug, "bivalue universal grave + 1", Level::Hard, 100, 56, rectangles::bug),
    entry(T::Skyscraper, "skyscraper", Level::Hard, 130, 66, patterns::skyscrapers),
    entry(T::TwoStringKite, "two-string kite", Level::Hard, 150, 66, patterns::kites),
    entry(T::TurbotFish, "turbot fish", Level::Hard, 120, 66, patterns::turbots),
    entry(T::EmptyRectangle, "empty rectangle", Level::Hard, 120, 66, patterns::empty_rectangles),
    entry(T::WWing, "W-wing", Level::Hard, 150, 66, patterns::w_wings),
    entry(T::XyWing, "XY-wing", Level::Hard, 160, 41, chains::xy_wings),
    entry(T::XyzWing, "XYZ-wing", Level::Hard, 180, 44, |p, to| bent::wings(p, 3, to)),
    entry(T::UniqueRectangle1, "unique rectangle 1", Level::Hard, 100, 45, rectangles::one),
    entry(T::UniqueRectangle2, "unique rectangle 2", Level::Hard, 100, 45, rectangles::two),
    entry(T::UniqueRectangle3, "unique rectangle 3", Level::Hard, 100, 46, rectangles::three),
    entry(T::UniqueRectangle4, "unique rectangle 4", Level::Hard, 100, 45, rectangles::four),
    entry(T::UniqueRectangle5, "unique rectangle 5", Level::Hard, 100, 45, rectangles::five),
    entry(T::UniqueRectangle6, "unique rectangle 6", Level::Hard, 100, 45, rectangles::six),
    entry(T::HiddenRectangle, "hidden rectangle", Level::Hard, 100, 47, rectangles::hidden),
    entry(T::FinnedXWing, "finned X-wing", Level::Hard, 130, 66, |p, to| fish::finned(p, 2, to)),
    entry(T::SashimiXWing, "sashimi X-wing", Level::Hard, 150, 66, |p, to| fish::sashimi(p, 2, to)),
    entry(T::ColourTrap, "simple colours trap", Level::Hard, 150, 66, colours::trap),
    entry(T::ColourWrap, "simple colours wrap", Level::Hard, 150, 66, colours::wrap),
    entry(T::MultiColours, "multi-colours", Level::Hard, 200, 67, colours::multi),
    entry(T::FinnedSwordfish, "finned swordfish", Level::Unfair, 200, 69, |p, to| fish::finned(p, 3, to)),
    entry(T::SashimiSwordfish, "sashimi swordfish", Level::Unfair, 240, 69, |p, to| fish::sashimi(p, 3, to)),
    entry(T::FinnedJellyfish, "finned jellyfish", Level::Unfair, 250, 72, |p, to| fish::finned(p, 4, to)),
    entry(T::SashimiJellyfish, "sashimi jellyfish", Level::Unfair, 260, 72, |p, to| fish::sashimi(p, 4, to)),
    entry(T::WxyzWing, "WXYZ-wing", Level::Unfair, 250, 72, |p, to| bent::wings(p, 4, to)),
    entry(T::XChain, "X-chain", Level::Unfair, 260, 66, chains::x_chains),
    entry(T::XyChain, "XY-chain", Level::Unfair, 260, 70, chains::xy_chains),
    entry(T::NiceLoop, "nice loop", Level::Unfair, 280, 70, chains::loops),
    entry(T::BrokenLoop, "discontinuous nice loop", Level::Unfair, 280, 70, chains::broken_loops),
    entry(T::Chain, "alternating inference chain", Level::Unfair, 280, 71, chains::alternating),
    entry(T::GroupedNiceLoop, "grouped nice loop", Level::Unfair, 300, 73, chains::grouped_loops),
    entry(T::GroupedBrokenLoop, "grouped discontinuous nice loop", Level::Unfair, 300, 73, |p, to| {
        chains::grouped_broken_loops(p, to)
    }),
    entry(T::GroupedChain, "grouped chain", Level::Unfair, 300, 74, chains::grouped),
    entry(T::AlsXz, "ALS-XZ", Level::Unfair, 300, 74, almost_chains::xz),
    entry(T::AlsXyWing, "ALS-XY-wing", Level::Unfair, 320, 76, almost_chains::xy_wings),
    entry(T::AlsChain, "ALS chain", Level::Unfair, 340, 84, almost_chains::chains),
    entry(T::AlsAic, "AIC with ALS", Level::Unfair, 340, 84, chains::with_sets),
    entry(T::ForcingContradiction, "forcing chain contradiction", Level::Extreme, 500, 75, |p, to| {
        forcing::contradictions(p, to)
    }),
    entry(T::ForcingVerity, "forcing chain verity", Level::Extreme, 500, 80, forcing::verities),
    entry(T::MutantXWing, "mutant X-wing", Level::Extreme, 300, 83, |p, to| mutant::mutant(p, 2, to)),
    entry(T::MutantSwordfish, "mutant swordfish", Level::Extreme, 450, 83, |p, to| mutant::mutant(p, 3, to)),
    entry(T::FinnedMutantXWing, "finned mutant X-wing", Level::Extreme, 350, 83, |p, to| {
        mutant::finned(p, 2, to)
    }),
    entry(T::FinnedMutantSwordfish, "finned mutant swordfish", Level::Extreme, 470, 84, |p, to| {
        mutant::finned(p, 3, to)
    }),
    entry(T::NetContradiction, "forcing net contradiction", Level::Extreme, 700, 85, trial::contradictions),
    entry(T::NetVerity, "forcing net verity", Level::Extreme, 700, 88, trial::verities),
    entry(T::Trial, "trial", Level::Extreme, 10_000, 95, trial::trial),
];

impl Technique {
    /// What is known of it.
    pub fn entry(self) -> &'static Entry {
        &TABLE[self as usize]
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.entry().name)
    }
}

impl FromStr for Technique {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let plain = |name: &str| name.to_lowercase().replace(['-', ' '], "");
        let found = TABLE.iter().find(|entry| plain(entry.name) == plain(name)).map(|entry| entry.technique);
        found.ok_or_else(|| {
            let names: Vec<&str> = TABLE.iter().map(|entry| entry.name).collect();
            format!("no technique `{name}`; there are {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{TABLE, Technique};

    #[test]
    fn the_table_is_in_order() {
        for (at, entry) in TABLE.iter().enumerate() {
            assert_eq!(entry.technique as usize, at, "{}", entry.name);
            assert_eq!(entry.name.parse::<Technique>(), Ok(entry.technique));
        }
    }
}
