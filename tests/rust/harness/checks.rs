//! What has to hold wherever a round rests.

use std::collections::BTreeSet;
use std::sync::Arc;

use paohuzi_engine::{
    Action, ActionSet, Card, ChiBlock, ChiShape, Condition, Counts, Deck, Draw, DrawBy, Event,
    FanItem, Game, IllegalAction, LogReader, MAX_SEATS, Meld, MeldKind, MustHu, NoDiscardForced,
    NoDiscardTake, Origin, Outcome, PACK, PassedHu, Phase, Position, Record, Round, Ruleset, Seat,
    SeenMeld, Setup, Stage as ViewStage, View, WinContext, best_win, log_of, santi_wukan,
};
use rand_chacha::ChaCha8Rng;

use crate::claims::owed_pao;
use crate::counters::Counters;
use crate::decks::pick;
use crate::resample::resampled;
use crate::tracker::{Seen, Stage, Tracker};

/// The seat after this one.
pub(crate) fn next(seat: Seat, round: &Round) -> Seat {
    let seats = usize::from(round.rules().seats());
    Seat::new((seat.index() + 1) % seats).expect("a seat of the table")
}

/// Cards in the stock after the deal. Rule: R4.
pub(crate) fn full_stock(rules: &Ruleset) -> usize {
    79 - usize::from(rules.seats()) * (3 * usize::from(rules.blocks()) - 1)
}

/// Everything that is cheap enough to check at every rest.
pub(crate) fn at_rest(round: &Round, tracker: &Tracker) {
    cards_are_conserved(round);
    someone_is_asked_until_the_end(round);
    seats_own_what_they_may(round, tracker);
}

/// Rule: R1: four of each card, wherever they are.
fn cards_are_conserved(round: &Round) {
    let mut tally = [0_u8; 20];
    let mut add = |counts: Counts| {
        for (card, copies) in counts.kinds() {
            tally[card.index()] += copies;
        }
    };
    for seat in round.seats() {
        add(round.hand(seat));
        for meld in round.melds(seat) {
            add(meld.counts());
        }
        for row in round.row(seat) {
            add(Counts::of(row.card(), 1));
        }
    }
    for card in round.stock() {
        add(Counts::of(card, 1));
    }
    let floating = match round.phase() {
        Phase::Drawn { card, .. }
        | Phase::Discarded { card, .. }
        | Phase::OwnDraw {
            card, laid: false, ..
        } => Some(card),
        Phase::Over(Outcome::Hu(hu)) if !hu.placed => hu.card,
        _ => None,
    };
    if let Some(card) = floating {
        add(Counts::of(card, 1));
    }
    assert_eq!(tally, [4; 20], "four of each card");
}

/// A round is over, or a seat can answer.
fn someone_is_asked_until_the_end(round: &Round) {
    let active = round.active_seats();
    let over = round.is_over();
    assert_eq!(active.is_empty(), over);
    assert_eq!(round.asked().is_none(), over);
    assert_eq!(round.settlement().is_some(), over);
    assert_eq!(round.next_deal().is_some(), over);
    for seat in round.seats() {
        let legal = round.legal(seat);
        assert_eq!(!legal.is_empty(), active.contains(&seat), "seat {seat}");
        let own_turn = round.phase() == Phase::Discard(seat);
        assert!(
            !own_turn || !legal.contains(Action::Pass),
            "a discard cannot be declined"
        );
    }
    if let Some(asked) = round.asked() {
        assert!(
            active.contains(&asked),
            "seat {asked} is asked but not active"
        );
    }
}

/// Owned cards against W(k), dead seats apart. Rule: 2.2, rulings 3 to 5.
fn seats_own_what_they_may(round: &Round, tracker: &Tracker) {
    let opening = matches!(
        round.phase(),
        Phase::SantiWukan | Phase::Tianhu | Phase::Dihu
    );
    if opening || round.is_over() {
        return;
    }
    for seat in round.seats() {
        let over_waiting = tracker.must_discard(seat);
        let has_turn = match round.phase() {
            Phase::Discard(turn)
            | Phase::OwnDraw {
                seat: turn,
                laid: true,
                ..
            } => turn == seat,
            _ => false,
        };
        // A discard that could not be made was left out. Rule: A23.
        let may_skip = round.hand(seat).loose().is_empty()
            && (round.rules().no_discard_forced() == NoDiscardForced::Skip
                || round.rules().no_discard_chi_peng() == NoDiscardTake::Skip);
        if round.is_dead(seat) {
            assert!(over_waiting, "dead seat {seat} could still be complete");
        } else if !has_turn && !may_skip {
            assert!(
                !over_waiting,
                "seat {seat} owns too much and does not discard"
            );
        }
        let owned = tracker.owned(seat);
        assert!(
            owned >= round.rules().hand_size().into(),
            "seat {seat} owns {owned}"
        );
    }
}

/// `legal` says exactly what `apply` accepts, and a refusal changes nothing.
pub(crate) fn legal_is_what_apply_accepts(round: &Round, rng: &mut ChaCha8Rng) {
    let contested = round.phase().contested();
    let other = Card::ALL[pick(rng, 20)];
    let mut untouched = round.clone();
    let mut events = Vec::new();
    for seat in (0..4).filter_map(Seat::new) {
        let legal = round.legal(seat);
        for id in 0..128 {
            for card in [contested, Some(other)] {
                let Ok(action) = Action::from_id(id, card) else {
                    continue;
                };
                assert_eq!(
                    legal.mask() >> id & 1 == 1 && same_card(legal, action),
                    legal.contains(action)
                );
                if legal.contains(action) {
                    round
                        .clone()
                        .apply(seat, action, &mut ())
                        .expect("it is legal");
                    continue;
                }
                let error = untouched
                    .apply(seat, action, &mut events)
                    .expect_err("it is not legal");
                let is_there = seat.index() < usize::from(round.rules().seats());
                let expected = match (is_there, round.is_over(), legal.is_empty()) {
                    (false, ..) => "no_seat",
                    (_, true, _) => "round_over",
                    (_, _, true) => "not_asked",
                    _ => "not_legal",
                };
                assert_eq!(error.code(), expected, "{seat} {action}");
                if let IllegalAction::NotLegal { legal: told, .. } = error {
                    assert_eq!(told, legal);
                }
            }
        }
    }
    assert_eq!(untouched, *round, "a refused action changed the round");
    assert!(events.is_empty(), "a refused action told {events:?}");
}

fn same_card(legal: ActionSet, action: Action) -> bool {
    match action {
        Action::Chi(card, _) => legal.card() == Some(card),
        _ => true,
    }
}

/// The round is what its description says, in every form.
pub(crate) fn setup_describes_the_round(round: &Round, with_text: bool) {
    let setup = round.setup();
    let mut events = Vec::new();
    let again = Round::from_setup(Arc::clone(round.rules()), &setup, &mut events);
    assert_eq!(again.as_ref(), Ok(round), "a round from its setup");
    assert!(
        events.is_empty(),
        "a rest that goes on by itself: {events:?}"
    );
    assert_eq!(Setup::from_bytes(&setup.to_bytes()).as_ref(), Ok(&setup));
    if with_text {
        assert_eq!(Setup::from_json(&setup.to_json()).as_ref(), Ok(&setup));
    }
    let rules = Some(&**round.rules());
    let line = setup.to_text(rules);
    assert_eq!(
        Setup::from_text(&line, rules).as_ref(),
        Ok(&setup),
        "{line}"
    );
    assert_eq!(
        Setup::from_text(&setup.to_text(None), rules).as_ref(),
        Ok(&setup)
    );
    assert!(!line.contains('\n') && line.len() < 1000, "{line}");
}

/// A record of the game reads back and plays to the same game.
pub(crate) fn record_replays(game: &Game) {
    let record = Record::of(game);
    assert_eq!(Record::from_bytes(&record.to_bytes()).as_ref(), Ok(&record));
    assert_eq!(record.to_string().parse::<Record>().as_ref(), Ok(&record));
    assert_eq!(record.replay().as_ref(), Ok(game), "a replay");
    let line = record.to_text();
    let rules = Arc::clone(record.rules());
    assert_eq!(
        Record::from_text(&line, rules).as_ref(),
        Ok(&record),
        "{line}"
    );
    assert!(!line.contains('\n') && line.len() < 1500, "{line}");
}

/// Events read back from bytes, whole or as a seat sees them.
pub(crate) fn events_read_back(events: &[Event], seats: u8) {
    for observer in [None].into_iter().chain(Seat::new(1).map(Some)) {
        let seen = events.iter().filter_map(|event| match observer {
            Some(seat) => event.seen_by(seat),
            None => Some(*event),
        });
        let seen: Vec<_> = seen.collect();
        let bytes = Event::list_to_bytes(&seen, seats);
        assert_eq!(Event::list_from_bytes(&bytes), Ok(seen));
    }
}

/// The log of all that happened gives the record back; that of a seat is one, and tells what the seat was told.
pub(crate) fn logs_tell_the_round(game: &Game) {
    let record = Record::of(game);
    let lines = log_of(&record, None).expect("a game can be replayed");
    let mut reader = LogReader::default();
    for line in &lines {
        reader.push(line).expect("a line of a log");
    }
    assert_eq!(
        reader.finish().as_ref(),
        Ok(&record),
        "a record from its log"
    );
    let other = with_other_rest(&record);
    for seat in game.round().seats() {
        let seen = log_of(&record, Some(seat)).expect("a seat of the table");
        if let Some(other) = &other {
            // The seed, the deck and what nobody drew leave no trace.
            let same = log_of(other, Some(seat)).expect("a seat of the table");
            assert_eq!(seen, same, "hidden cards show in the log of seat {seat}");
        }
        let mut reader = LogReader::default();
        for line in &seen {
            reader.push(line).expect("a line of a seat's log");
        }
        assert_eq!(reader.check_end(), Ok(()));
        assert_eq!(reader.seat(), Some(seat));
    }
}

/// The record with the cards that nobody drew in another order, where nothing turned them up.
fn with_other_rest(record: &Record) -> Option<Record> {
    let game = record.replay().expect("a game can be replayed");
    let left = game.round().stock().len();
    let rules = record.rules();
    let points = |item: &FanItem| matches!(item.when, Condition::CopiesOf(_));
    if rules.fan_items().iter().any(points) {
        return None;
    }
    let Origin::Deal {
        deck,
        dealer,
        drawn_before,
    } = record.origin()
    else {
        return None;
    };
    let mut cards = *deck.cards();
    cards[PACK - left..].reverse();
    let deck = Deck::from_cards(&cards).expect("four of each");
    let mut other = Game::deal(Arc::clone(rules), deck, *dealer, *drawn_before).expect("a seat");
    for (_, action) in record.answers() {
        other.push(*action).expect("nobody has seen the difference");
    }
    Some(Record::of(&other))
}

/// Rule: R22: a wei is a chou wei where the seat may not peng its card any more.
pub(crate) fn wei_is_chou_where_its_peng_was_declined(round: &Round, events: &[Event]) {
    for event in events {
        let (seat, card, is_chou) = match *event {
            Event::Wei {
                seat,
                card: Some(card),
            }
            | Event::OpenWei { seat, card } => (seat, card, false),
            Event::ChouWei { seat, card } => (seat, card, true),
            _ => continue,
        };
        assert_eq!(
            round.stale_peng(seat).contains(card),
            is_chou,
            "wei of {card}"
        );
    }
}

/// What the seat sees is what it was told, and reads back.
pub(crate) fn view_is_what_was_told(round: &Round, seat: Seat, told: &Tracker) {
    let view = round.view(seat);
    assert_eq!(View::from_bytes(&view.to_bytes()).as_ref(), Ok(&view));
    assert_eq!(view.legal, round.legal(seat));
    if round.is_over() {
        let hands = view.revealed.expect("everything is public at the end");
        for owner in round.seats() {
            assert_eq!(hands[owner], round.hand(owner));
            let melds: Vec<_> = round
                .melds(owner)
                .iter()
                .map(|meld| SeenMeld::Known(*meld))
                .collect();
            assert_eq!(view.melds[owner].as_slice(), melds);
        }
        return;
    }
    assert_eq!(view.revealed, None);
    assert_eq!(Some(view.hand), told.hands[seat.index()]);
    assert_eq!(view.own_draw, told.own_draw);
    assert_eq!(view.dead, told.dead[seat.index()]);
    assert_eq!(usize::from(view.stock_left), told.stock);
    assert_eq!((view.dealer, view.shown), (told.dealer, told.shown));
    for owner in round.seats() {
        assert_eq!(
            view.hand_sizes[owner],
            told.sizes[owner.index()],
            "size of hand {owner}"
        );
        assert_eq!(view.rows[owner].as_slice(), told.rows[owner.index()]);
        let seen = view.melds[owner].iter().map(|meld| match meld {
            SeenMeld::Known(meld) => Seen::Known(*meld),
            SeenMeld::FaceDown => Seen::FaceDown,
            SeenMeld::FaceDownTi => Seen::FaceDownTi,
        });
        assert_eq!(
            seen.collect::<Vec<_>>(),
            told.melds[owner.index()],
            "melds of seat {owner}"
        );
    }
    let stage = match view.stage {
        ViewStage::Opening => Stage::Opening,
        ViewStage::Turn(seat) if told.stage == Stage::Opening && seat == told.dealer => {
            Stage::Opening
        }
        // Before the discard, or where none is due, a win with the card just laid is asked. Rule: ruling 10.
        ViewStage::Turn(seat) if told.just_laid == Some(seat) => told.stage,
        ViewStage::Turn(seat) => Stage::Turn(seat),
        ViewStage::Drawn { seat, card } => Stage::Drawn(seat, card),
        ViewStage::Discarded { seat, card } => Stage::Discarded(seat, card),
        ViewStage::Won(_) | ViewStage::Exhausted => Stage::Over,
    };
    assert_eq!(stage, told.stage);
}

/// The seat sees the same whatever is in the places that it cannot see.
pub(crate) fn view_hides_what_is_hidden(
    round: &Round,
    seat: Seat,
    rng: &mut ChaCha8Rng,
    counters: &mut Counters,
) {
    // An answer of another seat can end this seat's question, which it may notice.
    let answered = round
        .seats()
        .any(|other| other != seat && round.answer(other).is_some());
    if round.is_over() || answered {
        return;
    }
    let Some(other) = resampled(round, seat, rng) else {
        counters.add("resampling failed");
        return;
    };
    let (mut view, mut seen) = (round.view(seat), other.view(seat));
    if std::mem::discriminant(&view.stage) != std::mem::discriminant(&seen.stage) {
        return;
    }
    counters.add("resampled views");
    counters.add(match view.stage {
        ViewStage::Opening => "resampled in the opening",
        ViewStage::Turn(_) => "resampled in a turn",
        ViewStage::Drawn { .. } => "resampled at a draw",
        ViewStage::Discarded { .. } => "resampled at a discard",
        ViewStage::Won(_) | ViewStage::Exhausted => "resampled at the end",
    });
    // Ruling 8: a pao that another seat owes takes the chi and peng away, which the seat may notice.
    if owed_pao(round).is_some() != owed_pao(&other).is_some() {
        view.legal = ActionSet::default();
        seen.legal = ActionSet::default();
    } else if !view.legal.is_empty() {
        counters.add("resampled while asked");
    }
    assert_eq!(
        view,
        seen,
        "hidden cards show: {:?}\n{:?}",
        round.setup(),
        other.setup()
    );
    let rules = round.rules();
    // Only a round that was dealt tells its whole course; the other one was described.
    let described = Round::from_setup(Arc::clone(rules), &round.setup(), &mut ());
    let mut told = described.expect("a position").view(seat);
    told.legal = view.legal;
    assert_eq!(told.to_bytes(), seen.to_bytes());
    assert_eq!(view.to_text(rules), seen.to_text(rules));
    let header = |round: &Round| {
        let game = Game::from_setup(Arc::clone(rules), round.setup()).expect("a position");
        let mut lines = log_of(&Record::of(&game), Some(seat)).expect("a seat of the table");
        lines.remove(0)
    };
    assert_eq!(header(round), header(&other));
}

/// The offers of a rest at which nothing is answered, by the rulebook's words. Rule: 2.4, 2.5, 2.8, ruling 8.
pub(crate) fn offers_follow_the_rules(round: &Round, tracker: &Tracker) {
    let rules = round.rules();
    for seat in round.seats() {
        let legal = round.legal(seat);
        let hand = round.hand(seat);
        let loose = |hand: Counts| hand.kinds().filter(|(_, copies)| *copies < 3).count();
        let mut expected = BTreeSet::new();
        let (from, card, is_drawn) = match round.phase() {
            Phase::Discard(turn) => {
                let all = hand
                    .kinds()
                    .filter(|(_, copies)| *copies < 3 && turn == seat);
                expected.extend(all.map(|(card, _)| format!("discard:{card}")));
                assert_eq!(texts(legal), expected, "discards of seat {seat}");
                continue;
            }
            Phase::SantiWukan => {
                let [ti, kan] = [4, 3].map(|copies| hand.exactly(copies).len());
                let counted = kan + if rules.wukan_counts_ti() { ti } else { 0 };
                assert_eq!(
                    legal.contains(Action::Hu),
                    ti >= 3 || counted >= 5,
                    "seat {seat}"
                );
                continue;
            }
            Phase::Drawn { seat, card } => (seat, card, true),
            Phase::Discarded { seat, card } => (seat, card, false),
            Phase::Tianhu | Phase::Dihu | Phase::OwnDraw { .. } | Phase::Over(_) => continue,
            Phase::LayTi(_) => panic!("dealt ti lie where faults are prevented"),
        };
        let barred = rules.feed_pao_penalty() && tracker.fed[seat.index()];
        assert_eq!(round.setup().seats[seat.index()].barred, barred);
        let nobody_has_to = owed_pao(round).is_none() && !round.is_dead(seat) && !barred;
        // Whether a discard is due after one more card, and if so, whether the rest of the hand has one.
        let due = tracker.would_owe_a_discard(seat)
            && rules.no_discard_chi_peng() == NoDiscardTake::Illegal;
        let leaves = |rest: Counts| !due || loose(rest) > 0;
        if seat != from
            && nobody_has_to
            && hand.get(card) == 2
            && !round.stale_peng(seat).contains(card)
            && leaves(hand.checked_sub(Counts::of(card, 2)).expect("two"))
        {
            expected.insert("peng".to_owned());
        }
        let in_turn = seat == next(from, round) || (is_drawn && seat == from);
        if in_turn && nobody_has_to && !round.stale_chi(seat).contains(card) {
            for (blocks, rest) in plain_chi(hand, card, rules.one_five_ten()) {
                if leaves(rest) {
                    expected.insert(format!("chi:{card}:{blocks}"));
                }
            }
        }
        let mut found = texts(legal);
        let may_pass = found.remove("pass");
        let may_win = found.remove("hu");
        let must_win = may_win
            && match rules.must_hu() {
                MustHu::None => false,
                MustHu::Discard => !is_drawn,
                MustHu::All => true,
            };
        let must_peng = rules.must_peng() && expected.contains("peng");
        if must_win {
            expected.clear();
        } else if must_peng {
            expected.retain(|text| text == "peng");
        }
        assert_eq!(found, expected, "seat {seat} with {hand:?}");
        let asked = may_win || !found.is_empty();
        assert_eq!(may_pass, asked && !must_win && !must_peng);
    }
}

fn texts(legal: ActionSet) -> BTreeSet<String> {
    legal.iter().map(|action| action.to_string()).collect()
}

/// Every way to eat the card: the blocks laid, and what is left of the hand. Rule: 2.4, ruling 24.
fn plain_chi(hand: Counts, card: Card, one_five_ten: bool) -> Vec<(String, Counts)> {
    let held = hand.get(card);
    let mut found = Vec::new();
    if held > 2 {
        return found;
    }
    let with: Vec<_> = ChiBlock::all()
        .filter(|block| block.cards().contains(&card))
        .filter(|block| one_five_ten || block.shape() != ChiShape::OneFiveTen)
        .collect();
    let mut add = |blocks: &[ChiBlock]| {
        let laid = blocks
            .iter()
            .try_fold(Counts::EMPTY, |sum, block| sum.checked_add(block.counts()));
        let Some(laid) = laid.filter(|laid| laid.get(card) == held + 1) else {
            return;
        };
        let taken = laid
            .checked_sub(Counts::of(card, 1))
            .expect("the eaten card");
        let is_loose = taken.kinds().all(|(other, _)| hand.get(other) < 3);
        if let Some(rest) = hand.checked_sub(taken).filter(|_| is_loose) {
            let texts: Vec<_> = blocks.iter().map(ToString::to_string).collect();
            found.push((texts.join("+"), rest));
        }
    };
    for (i, a) in with.iter().enumerate() {
        add(&[*a]);
        for (j, b) in with.iter().enumerate().skip(i) {
            add(&[*a, *b]);
            for c in &with[j..] {
                add(&[*a, *b, *c]);
            }
        }
    }
    found
}

/// The wins that seats declined.
#[derive(Default)]
pub(crate) struct Passed {
    /// The huxi of each seat's melds when it last declined to win on a card.
    pub(crate) huxi: [[Option<u16>; 20]; MAX_SEATS],
    /// The highest score that each seat declined.
    pub(crate) score: [u32; MAX_SEATS],
}

/// What the win that the seat is offered is worth, or could be offered.
pub(crate) fn offered_score(round: &Round, tracker: &Tracker, seat: Seat) -> Option<u32> {
    let rules = round.rules();
    let dealt = WinContext {
        drawn_before: round.drawn_before(),
        ..WinContext::default()
    };
    let position = Position::new(round.hand(seat), round.melds(seat), rules)
        .expect("a seat holds what can be held");
    let on_shown = round.phase() == Phase::Dihu;
    let (card, by) = match round.phase() {
        Phase::SantiWukan => {
            return santi_wukan(round.hand(seat), rules, dealt).map(|win| win.score);
        }
        Phase::Tianhu => {
            let context = WinContext {
                tianhu: true,
                nothing_taken: true,
                ..dealt
            };
            let win = best_win(&position, None, rules, context).expect("four of each card");
            return win.map(|win| win.score);
        }
        Phase::Dihu => (round.shown()?, DrawBy::Other),
        Phase::Drawn { seat: from, card } if from == seat => (card, DrawBy::Own),
        Phase::Drawn { card, .. } => (card, DrawBy::Other),
        Phase::Discarded { card, .. } => (card, DrawBy::Discard),
        Phase::OwnDraw {
            card, laid: true, ..
        } => (card, DrawBy::OwnLaid),
        Phase::OwnDraw {
            card, laid: false, ..
        } => (card, DrawBy::Own),
        _ => return None,
    };
    let from_stock = by != DrawBy::Discard && !on_shown;
    let i = seat.index();
    let (left, full) = (round.stock().len(), full_stock(rules));
    let took_own = tracker.took_own[i] && !rules.tinghu_allows_wei();
    let first_discard = rules.dihu().on_first_discard() && is_first_discard(round, round.dealer());
    let context = WinContext {
        last_card: from_stock && left == usize::from(rules.undrawn()),
        first_card: from_stock && left + 1 == full,
        dihu: on_shown || (!from_stock && first_discard),
        nothing_taken: !took_own && !tracker.took_of_others[i],
        bi: tracker.bi[i],
        ..dealt
    };
    let win = best_win(&position, Some(Draw { card, by }), rules, context);
    win.expect("four of each card").map(|win| win.score)
}

/// A seat is asked whether it wins exactly where its best win exists and it has not let it go before.
pub(crate) fn hu_is_offered_where_there_is_a_win(
    round: &Round,
    tracker: &Tracker,
    passed: &Passed,
    huxi: &[u16],
) {
    let rules = round.rules();
    let (from, card, is_drawn) = match round.phase() {
        Phase::Drawn { seat, card } => (seat, card, true),
        Phase::Discarded { seat, card } => (seat, card, false),
        _ => return,
    };
    for seat in round.seats() {
        let offered = round.legal(seat).contains(Action::Hu);
        let i = seat.index();
        let is_passed = match (passed.huxi[i][card.index()], rules.passed_hu()) {
            (_, PassedHu::MustBeat) => {
                let score = offered_score(round, tracker, seat).unwrap_or(0);
                passed.score[i] > 0 && score <= passed.score[i]
            }
            (None, _) | (_, PassedHu::Free) => false,
            (Some(then), PassedHu::UntilXiChanges) => then == huxi[i],
            (Some(_), PassedHu::Never) => true,
        };
        let first_discard = rules.dihu().on_first_discard() && is_first_discard(round, from);
        let runs_on = |meld: &Meld| meld.kind().is_wei() && meld.card() == Some(card);
        let runs = round.hand(seat).get(card) == 3 || round.melds(seat).iter().any(runs_on);
        let by_pao = rules.hu_after_discard_pao() && runs;
        let by_discard = rules.discard_wins() || by_pao || first_discard;
        let open = is_drawn || (seat != from && by_discard);
        if round.is_dead(seat) || is_passed || !open {
            assert!(!offered, "seat {seat} may not win");
            continue;
        }
        if rules.stale_peng_blocks_hu() && round.stale_peng(seat).contains(card) {
            continue;
        }
        let by = match (seat == from, is_drawn) {
            (true, _) => DrawBy::Own,
            (false, true) => DrawBy::Other,
            (false, false) => DrawBy::Discard,
        };
        let position = Position::new(round.hand(seat), round.melds(seat), rules)
            .expect("a seat holds what can be held");
        let context = WinContext {
            dihu: !is_drawn && first_discard,
            ..WinContext::default()
        };
        let win = best_win(&position, Some(Draw { card, by }), rules, context)
            .expect("four of each card");
        if rules.min_huxi_with_fan() > 0 {
            // Some patterns are not in the cards.
            assert!(offered || win.is_none(), "seat {seat}");
        } else {
            assert_eq!(offered, win.is_some(), "seat {seat}");
        }
    }
}

/// Whether the card is the dealer's first discard, with nothing drawn or taken before. Rule: ruling 13.
fn is_first_discard(round: &Round, from: Seat) -> bool {
    let untouched = |seat: Seat| {
        let mut melds = round.melds(seat).iter();
        round.row(seat).is_empty() && melds.all(|meld| meld.kind() == MeldKind::DealtTi)
    };
    let is_full = round.stock().len() == full_stock(round.rules());
    from == round.dealer() && is_full && round.seats().all(untouched)
}
