//! `Ruleset`.

use std::collections::HashMap;
use std::sync::Arc;

use pyo3::exceptions::{PyRecursionError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCFunction, PyDict, PyTuple};

use paohuzi_engine as engine;

use crate::args::{Int, MeldArg, RulesArg, Text, wrong_type};
use crate::errors::raise;
use crate::fan_item::FanItem;
use crate::json;
use crate::pickle::{Reduced, reduced};
use crate::values;

/// A ruleset: every rule that differs between towns. It never changes; `replace` gives a changed one.
///
/// Take one from `paohuzi.rulesets`, or read your own with `Ruleset.from_toml`.
///
/// Examples
/// --------
/// >>> from paohuzi import rulesets
/// >>> rules = rulesets.load("quanmingtang")
/// >>> rules.min_huxi, rules.units(18), rules.huxi("pao:b7")
/// (15, 2, 9)
#[pyclass(module = "paohuzi", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Ruleset(pub(crate) Arc<engine::Ruleset>);

/// The ruleset given, or the default one.
pub(crate) fn or_default(py: Python<'_>, rules: Option<RulesArg>) -> PyResult<Py<Ruleset>> {
    // The presets lie in Python's package data, above this module; this is the one look upwards.
    static DEFAULT: PyOnceLock<Py<Ruleset>> = PyOnceLock::new();
    if let Some(RulesArg(rules)) = rules {
        return Ok(rules);
    }
    let default = DEFAULT.get_or_try_init(py, || {
        let rules = py.import("paohuzi.rulesets")?.call_method0("default")?;
        Ok::<_, PyErr>(rules.cast_into::<Ruleset>()?.unbind())
    })?;
    Ok(default.clone_ref(py))
}

/// The ruleset that a text on one line names: the one given, or else the preset of that name.
pub(crate) fn referred(
    py: Python<'_>,
    reference: &engine::RulesRef,
    rules: Option<RulesArg>,
) -> PyResult<Py<Ruleset>> {
    static LOAD: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    if let Some(RulesArg(rules)) = rules {
        return Ok(rules);
    }
    let load = LOAD.import(py, "paohuzi.rulesets", "load")?;
    let rules = load.call1((reference.name(),))?;
    Ok(rules.cast_into::<Ruleset>()?.unbind())
}

/// What JSON does not know, in the values given to `Ruleset.replace`.
fn known(args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyDict>> {
    let object = args.get_item(0)?;
    match object.cast::<FanItem>() {
        Ok(item) => Ok(item.get().to_dict(args.py())?.unbind()),
        Err(_) => Err(wrong_type("a value that a ruleset can have", &object)),
    }
}

/// One thing that is wrong with a ruleset file, as `rulesets.check` is given it.
type Problem = (Option<usize>, String, String, String, Option<String>);

#[pymethods]
impl Ruleset {
    /// Read a ruleset file.
    ///
    /// Parameters
    /// ----------
    /// text
    ///     TOML with the keys of a ruleset; those left out take the rulebook's defaults.
    ///
    /// Raises
    /// ------
    /// RulesetError
    ///     If a key or name is unknown (the valid ones are listed) or a value out of range.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Ruleset
    /// >>> Ruleset.from_toml("name = 'ten'\nmin_huxi = 10").min_huxi
    /// 10
    #[staticmethod]
    fn from_toml(text: Text) -> PyResult<Self> {
        let rules = engine::Ruleset::from_toml(&text.0).map_err(raise)?;
        Ok(Self(Arc::new(rules)))
    }

    /// Read what `to_json` wrote.
    ///
    /// Raises
    /// ------
    /// RulesetError
    ///     As from `from_toml`.
    #[staticmethod]
    fn from_json(text: Text) -> PyResult<Self> {
        let rules = engine::Ruleset::from_json(&text.0).map_err(raise)?;
        Ok(Self(Arc::new(rules)))
    }

    /// What is wrong with a ruleset file: line, key, found, expected and the name that may have been meant.
    #[staticmethod]
    #[pyo3(name = "_check")]
    fn check(text: Text) -> Vec<Problem> {
        let told = |problem: engine::RulesetProblem| {
            let engine::RulesetProblem {
                line,
                key,
                found,
                expected,
                meant,
            } = problem;
            (line, key, found, expected, meant)
        };
        engine::Ruleset::check(&text.0)
            .into_iter()
            .map(told)
            .collect()
    }

    /// The line of every key of a ruleset file by its path.
    #[staticmethod]
    #[pyo3(name = "_lines")]
    fn lines(text: Text) -> HashMap<String, usize> {
        engine::Ruleset::lines(&text.0).into_iter().collect()
    }

    /// The whole ruleset on one line of JSON.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// The whole ruleset as dicts, lists, texts and numbers.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        json::loads_dict(py, &self.0.to_json())
    }

    /// The ruleset with some keys changed.
    ///
    /// Parameters
    /// ----------
    /// **keys
    ///     Keys of a ruleset file and their values. A table may be given as a dict of the keys that change, `fan` as
    ///     the list of all items: dicts or `FanItem`.
    ///
    /// Raises
    /// ------
    /// RulesetError
    ///     As from `from_toml`.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import rulesets
    /// >>> rules = rulesets.load("quanmingtang").replace(min_huxi=10, units={"offset": 7}, fan=[])
    /// >>> rules.min_huxi, rules.units(10), rules.units_table, rules.fan
    /// (10, 1, {'offset': 7, 'step': 3}, ())
    #[pyo3(signature = (**keys))]
    fn replace(&self, py: Python<'_>, keys: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let Some(keys) = keys else {
            return Ok(Self(Arc::clone(&self.0)));
        };
        let other = PyCFunction::new_closure(py, None, None, known)?;
        let changes = json::dumps(keys, other.into_any()).map_err(|error| {
            // What is left is no JSON: endless, or a number of thousands of digits.
            if error.is_instance_of::<PyTypeError>(py)
                && !error.is_instance_of::<PyRecursionError>(py)
            {
                return error;
            }
            let message = error.value(py).to_string();
            raise(engine::RulesetError::Text { message })
        })?;
        let rules = self.0.replaced(&changes).map_err(raise)?;
        Ok(Self(Arc::new(rules)))
    }

    /// The huxi (胡息) of a meld.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import rulesets
    /// >>> rulesets.load("quanmingtang").huxi("chi:b1-b2-b3")
    /// 6
    fn huxi(&self, meld: MeldArg) -> u8 {
        engine::meld_huxi(&self.0, meld.0)
    }

    /// The units (等 / 囤) of so many huxi, without those of a self-draw.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import rulesets
    /// >>> [rulesets.load("quanmingtang").units(huxi) for huxi in (14, 15, 18)]
    /// [0, 1, 2]
    fn units(&self, huxi: Int) -> PyResult<u16> {
        let huxi = huxi.at_most("huxi", u16::MAX.into())?;
        Ok(self.0.units().units(huxi))
    }

    /// Its name, such as ``quanmingtang``.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// Its name in Chinese.
    #[getter]
    fn hanzi(&self) -> &str {
        self.0.hanzi()
    }

    /// What it is, for people.
    #[getter]
    fn description(&self) -> &str {
        self.0.description()
    }

    /// Whether some of its values were restored rather than read in a source.
    #[getter]
    fn reconstructed(&self) -> bool {
        self.0.is_reconstructed()
    }

    /// How well attested it is: ``high``, ``medium`` or ``low``.
    #[getter]
    fn confidence(&self) -> String {
        json::word(&self.0.confidence())
    }

    /// What it is known by in records: the SHA-256 of `content`, as 64 lower-case hexadecimal digits.
    ///
    /// Rulesets with the same hash are played alike, whatever they are called; a later release gives a ruleset the hash
    /// that this one gives it.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import rulesets
    /// >>> rules = rulesets.load("quanmingtang")
    /// >>> rules.content_hash == rules.replace(name="mine").content_hash
    /// True
    /// >>> rules.content_hash == rules.replace(min_huxi=10).content_hash
    /// False
    #[getter]
    fn content_hash(&self) -> &str {
        self.0.content_hash()
    }

    /// What of it affects play and is no default, as JSON in its one spelling.
    ///
    /// It has no spaces, and the keys of every table are in alphabetical order. Left out are `format`, `name`, `hanzi`,
    /// `description`, `reconstructed` and `confidence`, and of a fan item `hanzi` and `rule`.
    ///
    /// Examples
    /// --------
    /// >>> from paohuzi import Ruleset
    /// >>> Ruleset.from_toml("name = 'ten'\nmin_huxi = 10\nunits = { offset = 7, step = 3 }").content
    /// '{"min_huxi":10,"units":{"offset":7}}'
    #[getter]
    fn content(&self) -> String {
        self.0.content()
    }

    /// Cards dealt to each seat; the dealer gets one more.
    #[getter]
    fn hand_size(&self) -> u8 {
        self.0.hand_size()
    }

    /// How huxi become units, as in a ruleset file.
    #[getter]
    fn units_table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        json::loads_dict(py, &json::of(self.0.units()))
    }

    /// The huxi of each kind of block, as in a ruleset file.
    #[getter]
    fn huxi_table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        json::loads_dict(py, &json::of(self.0.huxi()))
    }

    /// Seats at the table.
    #[getter]
    fn seats(&self) -> u8 {
        self.0.seats()
    }

    /// Blocks (门子) of a complete hand.
    #[getter]
    fn blocks(&self) -> u8 {
        self.0.blocks()
    }

    /// Cards at the end of the stock that nobody may draw.
    #[getter]
    fn undrawn(&self) -> u8 {
        self.0.undrawn()
    }

    /// Huxi that a win needs at least.
    #[getter]
    fn min_huxi(&self) -> u8 {
        self.0.min_huxi()
    }

    /// Huxi that a win with a pattern needs at least, where fewer are enough for it; 0 for as many as any win.
    #[getter]
    fn min_huxi_with_fan(&self) -> u8 {
        self.0.min_huxi_with_fan()
    }

    /// Whether a hand of exactly 0 huxi wins too (乱胡, 无胡).
    #[getter]
    fn zero_huxi_wins(&self) -> bool {
        self.0.zero_huxi_wins()
    }

    /// Fan that every win has before its items.
    #[getter]
    fn fan_base(&self) -> u16 {
        self.0.fan_base()
    }

    /// Units of a self-drawn win (自摸).
    #[getter]
    fn self_draw_units(&self) -> u8 {
        self.0.self_draw_units()
    }

    /// How a self-drawn win is rewarded: ``before``, ``after`` or ``double``.
    #[getter]
    fn zimo_add(&self) -> String {
        json::word(&self.0.zimo_add())
    }

    /// The most that the fan multiplies by (封顶); 0 for no limit.
    #[getter]
    fn score_cap(&self) -> u16 {
        self.0.score_cap()
    }

    /// Whether 1-5-10 of one size is a block.
    #[getter]
    fn one_five_ten(&self) -> bool {
        self.0.one_five_ten()
    }

    /// Whether an own draw is laid as wei or ti before a win is looked at.
    #[getter]
    fn own_draw_first(&self) -> bool {
        self.0.own_draw_first()
    }

    /// Whether a win may use a card elsewhere although a pao of it is due (破跑).
    #[getter]
    fn break_pao_for_hu(&self) -> bool {
        self.0.break_pao_for_hu()
    }

    /// What a hand pair and another seat's card count as in a win: ``peng`` or ``kan``.
    #[getter]
    fn hu_triple_from_other(&self) -> String {
        json::word(&self.0.hu_triple_from_other())
    }

    /// What the own draw of the fourth card makes of an own peng: ``pao`` or ``ti``.
    #[getter]
    fn peng_self_fourth(&self) -> String {
        json::word(&self.0.peng_self_fourth())
    }

    /// Whether a card discarded from a hand can be won on.
    #[getter]
    fn discard_wins(&self) -> bool {
        self.0.discard_wins()
    }

    /// Whether a card discarded from a hand, where it cannot be won on otherwise, wins by the pao that it forces.
    #[getter]
    fn hu_after_discard_pao(&self) -> bool {
        self.0.hu_after_discard_pao()
    }

    /// Who pays for a win on a discard: ``each``, ``x2``, ``x3_alone`` or ``alone``.
    #[getter]
    fn pay_discard(&self) -> String {
        json::word(&self.0.pay_discard())
    }

    /// Which wins may not be declined: ``none``, ``discard`` or ``all``.
    #[getter]
    fn must_hu(&self) -> String {
        json::word(&self.0.must_hu())
    }

    /// Whether a peng may not be declined.
    #[getter]
    fn must_peng(&self) -> bool {
        self.0.must_peng()
    }

    /// How a declined win bars another one: ``free``, ``until_xi_changes``, ``never`` or ``must_beat``.
    #[getter]
    fn passed_hu(&self) -> String {
        json::word(&self.0.passed_hu())
    }

    /// Whether declining a chi or a peng forbids both.
    #[getter]
    fn stale_joint(&self) -> bool {
        self.0.stale_joint()
    }

    /// What the own discard of a card forbids afterwards: ``chi``, ``chi_peng`` or ``none``.
    #[getter]
    fn own_discard_stale(&self) -> String {
        json::word(&self.0.own_discard_stale())
    }

    /// Whether the drawer's declined chi is stale also when the next seat then eats the card.
    #[getter]
    fn stale_on_pass_to_next(&self) -> bool {
        self.0.stale_on_pass_to_next()
    }

    /// Whether a pair whose peng was declined cannot become a peng in a win either.
    #[getter]
    fn stale_peng_blocks_hu(&self) -> bool {
        self.0.stale_peng_blocks_hu()
    }

    /// Whether a seat whose discard runs on another's laid wei may not chi or peng any more.
    #[getter]
    fn feed_pao_penalty(&self) -> bool {
        self.0.feed_pao_penalty()
    }

    /// What becomes of a chi or peng that leaves no card for the discard that is due: ``illegal`` or ``skip``.
    #[getter]
    fn no_discard_chi_peng(&self) -> String {
        json::word(&self.0.no_discard_chi_peng())
    }

    /// What becomes of a seat that has no card for the discard that a forced intake makes due: ``dead`` or ``skip``.
    #[getter]
    fn no_discard_forced(&self) -> String {
        json::word(&self.0.no_discard_forced())
    }

    /// Whether a seat can commit a fault, and then no longer win: ``prevent`` or ``allow``.
    #[getter]
    fn faults(&self) -> String {
        json::word(&self.0.faults())
    }

    /// What a dealer with two or more dealt ti does first: ``skip_open`` or ``open_then_free``.
    #[getter]
    fn dealer_two_ti(&self) -> String {
        json::word(&self.0.dealer_two_ti())
    }

    /// Whether dealt ti count towards the five kan of 三提五坎.
    #[getter]
    fn wukan_counts_ti(&self) -> bool {
        self.0.wukan_counts_ti()
    }

    /// How an idle seat may win at once (地胡): ``off``, ``liangzhang``, ``first_discard`` or ``both``.
    #[getter]
    fn dihu(&self) -> String {
        json::word(&self.0.dihu())
    }

    /// Whether 海底 counts only for the seat that drew the last card.
    #[getter]
    fn haidi_self_only(&self) -> bool {
        self.0.haidi_self_only()
    }

    /// Whether wei and ti leave 听胡 whole.
    #[getter]
    fn tinghu_allows_wei(&self) -> bool {
        self.0.tinghu_allows_wei()
    }

    /// Which eight cards of a number count for 团胡: ``any`` or ``quads``.
    #[getter]
    fn tuan(&self) -> String {
        json::word(&self.0.tuan())
    }

    /// Whether others see a wei face up.
    #[getter]
    fn wei_open(&self) -> bool {
        self.0.wei_open()
    }

    /// Whether others see which card a dealt ti is.
    #[getter]
    fn ti_visible(&self) -> bool {
        self.0.ti_visible()
    }

    /// Whether drawn rounds before this one multiply its score (黄番).
    #[getter]
    fn huangfan(&self) -> bool {
        self.0.huangfan()
    }

    /// How rounds are paid: ``each_round`` or ``running_total``.
    #[getter]
    fn payment(&self) -> String {
        json::word(&self.0.payment())
    }

    /// What a ti of small or of big cards earns its seat from each other seat, whoever wins, as in a ruleset file.
    #[getter]
    fn ti_pays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        json::loads_dict(py, &json::of(&self.0.ti_pays()))
    }

    /// What the seat that rests at a table of one more earns, in percent of the winner's points; 0 for nothing.
    #[getter]
    fn rest_share(&self) -> u8 {
        self.0.rest_share()
    }

    /// The total that ends a game of running totals; 0 for none.
    #[getter]
    fn target(&self) -> u16 {
        self.0.target()
    }

    /// Totals are rounded to multiples of this before they are compared.
    #[getter]
    fn round_to(&self) -> u8 {
        self.0.round_to()
    }

    /// What the dealer loses when nobody wins.
    #[getter]
    fn draw_penalty(&self) -> u16 {
        self.0.draw_penalty()
    }

    /// Who deals after a won round: ``winner`` or ``pass_if_dealer_lost``.
    #[getter]
    fn next_dealer(&self) -> String {
        json::word(&self.0.next_dealer())
    }

    /// Who deals after a drawn round: ``keep`` or ``next``.
    #[getter]
    fn draw_dealer(&self) -> String {
        json::word(&self.0.draw_dealer())
    }

    /// The fan items, in the order in which results list them.
    #[getter]
    fn fan<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        values::objects(py, self.0.fan_items().iter().cloned(), FanItem)
    }

    fn __str__(&self) -> &str {
        self.0.name()
    }

    fn __repr__(&self) -> String {
        format!("<Ruleset {}>", self.0.name())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "restore_ruleset", self.0.to_json())
    }
}
