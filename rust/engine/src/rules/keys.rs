//! The keys of a ruleset file: each declared once, with its default and its meaning.

use serde::{Deserialize, Serialize};

use super::choices::{
    Confidence, DealerTwoTi, Dihu, DrawDealer, Faults, MustHu, NextDealer, NoDiscardForced,
    NoDiscardTake, OwnDiscardStale, PassedHu, PayDiscard, Payment, PengSelfFourth, TiPay,
    TripleFromOther, Tuan, UnitScale, ZimoAdd,
};
use super::fan::FanItem;
use super::huxi_table::HuxiTable;
use super::table::{table, tables};
use super::{RULESET_FORMAT, Ruleset};

/// Declares the plain keys: a field of [`Keys`], its default, and the method of [`Ruleset`] that reads it.
macro_rules! keys {
    ($($(#[doc = $doc:literal])+ $(#[serde($serde:meta)])? $name:ident: $type:ty = $default:expr;)+) => {
        /// The keys of a ruleset file.
        #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub(crate) struct Keys {
            pub(super) format: u32,
            pub(super) name: String,
            pub(super) hanzi: String,
            pub(super) description: String,
            pub(super) reconstructed: bool,
            pub(super) confidence: Confidence,
            $($(#[serde($serde)])? pub(super) $name: $type,)+
            #[serde(deserialize_with = "table")]
            pub(super) units: UnitScale,
            #[serde(deserialize_with = "table")]
            pub(super) huxi: HuxiTable,
            #[serde(deserialize_with = "tables")]
            pub(super) fan: Vec<FanItem>,
        }

        impl Default for Keys {
            fn default() -> Self {
                Self {
                    format: RULESET_FORMAT,
                    name: "plain".to_owned(),
                    hanzi: String::new(),
                    description: String::new(),
                    reconstructed: false,
                    confidence: Confidence::High,
                    $($name: $default,)+
                    units: UnitScale::new(12, 3),
                    huxi: HuxiTable::default(),
                    fan: Vec::new(),
                }
            }
        }

        impl Ruleset {
            $($(#[doc = $doc])+ #[must_use] pub const fn $name(&self) -> $type { self.keys.$name })+
        }
    };
}

keys! {
    /// Seats at the table. Rule: R3, A44.
    seats: u8 = 3;
    /// Blocks (门子) of a complete hand. Rule: R26.
    blocks: u8 = 7;
    /// Cards at the end of the stock that nobody may draw. Rule: A40, ruling 15.
    undrawn: u8 = 0;
    /// Huxi that a win needs at least. Rule: R27.
    min_huxi: u8 = 15;
    /// Huxi that a win with a pattern needs at least, where fewer are enough for it; 0 for as many as any win.
    /// Rule: 3.2, 3.7.
    min_huxi_with_fan: u8 = 0;
    /// Whether a hand of exactly 0 huxi wins too (乱胡, 无胡). Rule: 3.6, 3.7.
    zero_huxi_wins: bool = false;
    /// Fan that every win has before its items. Rule: 3.6, 3.7.
    fan_base: u16 = 0;
    /// Units of a self-drawn win (自摸). Rule: R37, C8.
    self_draw_units: u8 = 1;
    /// How a self-drawn win is rewarded. Rule: A11.
    zimo_add: ZimoAdd = ZimoAdd::Before;
    /// The most that the fan multiplies by (封顶); 0 for no limit. Rule: A36.
    score_cap: u16 = 0;
    /// Whether 1-5-10 of one size is a block. Rule: A43.
    one_five_ten: bool = false;
    /// Whether an own draw is laid as wei or ti before a win is looked at. Rule: A4, C6.
    own_draw_first: bool = true;
    /// Whether a win may use a card elsewhere although a pao of it is due (破跑). Rule: A3.
    break_pao_for_hu: bool = true;
    /// What a hand pair and another seat's card count as in a win. Rule: A2.
    hu_triple_from_other: TripleFromOther = TripleFromOther::Peng;
    /// What the own draw of the fourth card makes of an own peng. Rule: A25.
    peng_self_fourth: PengSelfFourth = PengSelfFourth::Pao;
    /// Whether a card discarded from a hand can be won on. Rule: R28, ruling 19.
    discard_wins: bool = false;
    /// Who pays for a win on a discard. Rule: A28.
    pay_discard: PayDiscard = PayDiscard::Each;
    /// Whether a card discarded from a hand, where it cannot be won on otherwise, wins by the pao that it forces from a
    /// kan or wei. Rule: A45.
    hu_after_discard_pao: bool = false;
    /// Which wins may not be declined. Rule: A19.
    must_hu: MustHu = MustHu::None;
    /// Whether a peng may not be declined. Rule: A20, ruling 21.
    must_peng: bool = false;
    /// How long a declined win on a card bars another one on it. Rule: A18.
    passed_hu: PassedHu = PassedHu::Free;
    /// Whether declining a chi or a peng forbids both. Rule: A14, ruling 21.
    stale_joint: bool = false;
    /// What the own discard of a card forbids afterwards. Rule: A15.
    own_discard_stale: OwnDiscardStale = OwnDiscardStale::Chi;
    /// Whether the drawer's declined chi is stale also when the next seat then eats the card. Rule: A16.
    stale_on_pass_to_next: bool = true;
    /// Whether a pair whose peng was declined cannot become a peng in a win either. Rule: A49.
    stale_peng_blocks_hu: bool = false;
    /// Whether a seat whose discard runs on another's laid wei may not chi or peng any more. Rule: A26.
    feed_pao_penalty: bool = false;
    /// What becomes of a chi or peng that leaves no card for the discard that is due. Rule: A23.
    no_discard_chi_peng: NoDiscardTake = NoDiscardTake::Illegal;
    /// What becomes of a seat that has no card for the discard that a forced intake makes due. Rule: A23.
    no_discard_forced: NoDiscardForced = NoDiscardForced::Dead;
    /// Whether a seat can commit a fault, and then no longer win. Rule: R30, 2.9.
    faults: Faults = Faults::Prevent;
    /// What a dealer with two or more dealt ti does first. Rule: A5.
    dealer_two_ti: DealerTwoTi = DealerTwoTi::SkipOpen;
    /// Whether dealt ti count towards the five kan of 三提五坎. Rule: A7.
    wukan_counts_ti: bool = true;
    /// How an idle seat may win at once (地胡). Rule: A10, ruling 13.
    dihu: Dihu = Dihu::Off;
    /// Whether 海底 counts only for the seat that drew the last card. Rule: A13.
    haidi_self_only: bool = false;
    /// Whether wei and ti leave 听胡 whole. Rule: A32, ruling 21.
    tinghu_allows_wei: bool = false;
    /// Which eight cards of a number count for 团胡. Rule: A34.
    tuan: Tuan = Tuan::Any;
    /// Whether others see a wei face up. Rule: A24.
    wei_open: bool = false;
    /// Whether others see which card a dealt ti is. Rule: C4, A24.
    ti_visible: bool = true;
    /// Whether drawn rounds before this one multiply its score (黄番). Rule: 3.3.
    huangfan: bool = false;
    /// How rounds are paid. Rule: 2.10.
    payment: Payment = Payment::EachRound;
    /// What a ti earns its seat from each other seat, whoever wins. Rule: 3.7.
    #[serde(deserialize_with = "table")]
    ti_pays: TiPay = TiPay { small: 0, big: 0 };
    /// What the seat that rests at a table of one more earns, in percent of the winner's points; where there is such a
    /// share it also gets what the dealer loses when nobody wins. Rule: 2.10, A44.
    rest_share: u8 = 0;
    /// The total that ends a game of running totals; 0 for none. Rule: 2.10.
    target: u16 = 0;
    /// Totals are rounded to multiples of this before they are compared. Rule: 2.10.
    round_to: u8 = 1;
    /// What the dealer loses when nobody wins. Rule: 2.10.
    draw_penalty: u16 = 0;
    /// Who deals after a won round. Rule: A27.
    next_dealer: NextDealer = NextDealer::Winner;
    /// Who deals after a drawn round. Rule: A27.
    draw_dealer: DrawDealer = DrawDealer::Keep;
}
