//! Rounds in which seats commit faults at random: what holds for all rounds holds for these too, and who committed one
//! never wins. Rule: R30, 2.9.

mod common;

use std::sync::Arc;

use common::{PRESETS, preset};
use paohuzi_engine::{
    Action, Card, Counts, Deck, Event, Fault, Game, Outcome, Phase, Record, Round, Ruleset, Seat,
    Setup, View, below, generator,
};

const ROUNDS: u64 = 20;
const SEED: u64 = 9;
const PURPOSE: u64 = 0xFA_17;
/// Every draw and discard asks a few seats.
const MOST_ANSWERS: usize = 600;

fn cards(round: &Round) -> [u8; 20] {
    let mut tally = [0; 20];
    let mut add = |counts: Counts| {
        for (card, copies) in counts.kinds() {
            tally[card.index()] += copies;
        }
    };
    for seat in round.seats() {
        add(round.hand(seat));
        round.melds(seat).iter().for_each(|meld| add(meld.counts()));
        round
            .row(seat)
            .iter()
            .for_each(|row| add(Counts::of(row.card(), 1)));
    }
    round.stock().for_each(|card| add(Counts::of(card, 1)));
    let floating: Option<Card> = match round.phase() {
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
    tally
}

/// What holds wherever a round rests.
fn check(round: &Round, faults: [Option<Fault>; 4]) {
    assert_eq!(cards(round), [4; 20]);
    let setup = round.setup();
    let again = Round::from_setup(Arc::clone(round.rules()), &setup, &mut ());
    assert_eq!(again.as_ref(), Ok(round), "{setup:?}");
    assert_eq!(Setup::from_bytes(&setup.to_bytes()).as_ref(), Ok(&setup));
    assert_eq!(Setup::from_json(&setup.to_json()).as_ref(), Ok(&setup));
    let line = setup.to_text(Some(round.rules()));
    assert_eq!(Setup::from_text(&line, None).as_ref(), Ok(&setup));
    for seat in round.seats() {
        let fault = faults[seat.index()];
        assert_eq!(round.fault(seat), fault);
        let view = round.view(seat);
        assert_eq!(view.fault, fault);
        assert_eq!(View::from_bytes(&view.to_bytes()).as_ref(), Ok(&view));
        let legal = round.legal(seat);
        assert!(fault.is_none() || !legal.contains(Action::Hu), "{fault:?}");
        for action in legal.iter() {
            assert_eq!(view.fault_of(action), round.fault_of(seat, action));
        }
    }
}

/// Plays one round; the faults that were committed.
fn play(rules: &Arc<Ruleset>, index: u64) -> Vec<Fault> {
    let rng = &mut generator(SEED, index, PURPOSE);
    let dealer = Seat::all(rules.seats())
        .nth(usize::try_from(index).expect("few") % usize::from(rules.seats()))
        .expect("a seat");
    let deck = Deck::shuffled(SEED, index);
    let mut game = Game::deal(Arc::clone(rules), deck, dealer, 0).expect("a seat of the table");
    let mut round = game.round().clone();
    let mut faults = [None; 4];
    let mut laid_by = Vec::new();
    while let Some(seat) = round.asked() {
        check(&round, faults);
        let legal = round.legal(seat);
        let mut chosen = legal
            .nth(below(rng, u32::try_from(legal.len()).expect("few")) as usize)
            .expect("one of them");
        // Only the first fault of a seat is told: one choice in eight may be one, that all kinds come to be first.
        while round.fault_of(seat, chosen).is_some() && below(rng, 8) > 0 {
            chosen = legal
                .nth(below(rng, u32::try_from(legal.len()).expect("few")) as usize)
                .expect("one of them");
        }
        // Wins end rounds early; one in four stands.
        if chosen == Action::Hu && legal.contains(Action::Pass) && below(rng, 4) > 0 {
            chosen = Action::Pass;
        }
        laid_by.extend(matches!(round.phase(), Phase::LayTi(_)).then_some(seat));
        let mut events = Vec::new();
        round.apply(seat, chosen, &mut events).expect("it is legal");
        game.push(chosen).expect("it is legal");
        assert_eq!(*game.round(), round);
        // The drawer is asked between the two, whatever the card.
        let concealed = |event: &Event| matches!(event, Event::ConcealedDraw { .. });
        let shown = |event: &Event| matches!(event, Event::Draw { .. });
        let mut after_concealed = events.iter().skip_while(|event| !concealed(event));
        assert!(!after_concealed.any(shown));
        for event in events {
            let Event::Fault { seat, fault } = event else {
                continue;
            };
            assert_eq!(faults[seat.index()], None, "only the first is told");
            faults[seat.index()] = Some(fault);
            for other in round.seats() {
                assert_eq!(event.seen_by(other).is_some(), other == seat);
            }
        }
        assert!(game.answers().len() < MOST_ANSWERS, "a round without end");
    }
    check(&round, faults);
    let all: Vec<_> = dealer.around(rules.seats()).collect();
    assert!(laid_by == all || laid_by.is_empty(), "{laid_by:?}");
    let settlement = round.settlement().expect("the round is over");
    let winner = settlement.winner();
    assert!(winner.is_none_or(|seat| faults[seat.index()].is_none()));
    let record = Record::of(&game);
    assert_eq!(record.replay().as_ref(), Ok(&game));
    assert_eq!(Record::from_bytes(&record.to_bytes()).as_ref(), Ok(&record));
    faults.into_iter().flatten().collect()
}

#[test]
fn rounds_with_faults_keep_the_rules() {
    let mut committed = Vec::new();
    for (number, name) in (0..).zip(PRESETS) {
        for keys in [
            r#"{"faults": "allow"}"#,
            r#"{"faults": "allow", "own_draw_first": false, "stale_joint": true, "min_huxi": 0, "min_huxi_with_fan": 0}"#,
        ] {
            let rules = Arc::new(preset(name).replaced(keys).expect("valid keys"));
            for index in 0..ROUNDS {
                committed.extend(play(&rules, number * ROUNDS + index));
            }
        }
    }
    for fault in Fault::ALL {
        let times = committed.iter().filter(|found| **found == fault).count();
        assert!(times > 0, "{fault} was never committed");
    }
}

/// Plays on, and tells what each seat saw.
fn seen(mut round: Round, answers: &[(usize, &str)]) -> Vec<Vec<String>> {
    let mut told = vec![Vec::new(); usize::from(round.rules().seats())];
    for (seat, action) in answers {
        let seat = Seat::new(*seat).expect("a seat");
        let mut events = Vec::new();
        let action = action.parse().expect("an action");
        round.apply(seat, action, &mut events).expect("it is legal");
        for observer in round.seats() {
            let of_seat = events.iter().filter_map(|event| event.seen_by(observer));
            let view = round.view(observer);
            let texts = of_seat.map(|event| format!("{event:?}"));
            told[observer.index()].extend(texts.chain([format!("{view:?}")]));
        }
    }
    told
}

/// A seat that leaves a wei and one that has none to lay look the same to all others.
#[test]
fn a_fault_is_seen_by_nobody_else() {
    let rules = preset("quanmingtang").replaced(r#"{"faults": "allow"}"#);
    let rules = Arc::new(rules.expect("valid keys"));
    let deck = |own: &str, later: &str| {
        format!(
            "s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 \
             s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 {own} b2 b3 b3 b5 b7 b8 b9 b10 b10 \
             s3 s4 s5 s5 s6 s8 s8 s9 s9 b1 b1 b1 b4 b4 b4 b6 b6 b6 b8 b9 b2 \
             s10 s7 b8 s2 s3 s6 s1 b3 s4 s2 s7 {later} b10 b5 b7 b9 b7 b5 b2"
        )
        .parse::<Deck>()
        .expect("a deck")
    };
    let answers = [
        (0, "pass"),
        (1, "pass"),
        (2, "pass"),
        (0, "discard:b2"),
        (1, "pass"),
        (1, "pass"),
        (1, "pass"),
    ];
    let [leaves, has_none] = [deck("s10", "s1"), deck("s1", "s10")].map(|deck| {
        let round = Round::from_deck(Arc::clone(&rules), &deck, Seat::ZERO, 0, &mut ());
        seen(round.expect("a seat of the table"), &answers)
    });
    assert_eq!(leaves[0], has_none[0]);
    assert_eq!(leaves[2], has_none[2]);
    assert_ne!(leaves[1], has_none[1]);
    assert!(leaves[1].iter().any(|line| line.contains("Zoupao")));
}

/// Where faults are prevented, none of it is ever offered.
#[test]
fn nothing_is_a_fault_where_they_are_prevented() {
    let rules = Arc::new(preset("quanmingtang"));
    for index in 0..ROUNDS {
        let rng = &mut generator(SEED, index, PURPOSE);
        let deck = Deck::shuffled(SEED, index);
        let mut round =
            Round::from_deck(Arc::clone(&rules), &deck, Seat::ZERO, 0, &mut ()).expect("a seat");
        while let Some(seat) = round.asked() {
            let legal = round.legal(seat);
            for action in legal.iter() {
                assert_eq!(round.fault_of(seat, action), None);
                assert!(!matches!(action, Action::Pao | Action::Wei | Action::Ti));
            }
            let action = legal
                .nth(below(rng, u32::try_from(legal.len()).expect("few")) as usize)
                .expect("one of them");
            round.apply(seat, action, &mut ()).expect("it is legal");
        }
    }
}
