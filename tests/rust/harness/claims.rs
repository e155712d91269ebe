//! Who gets the card: the order of claims of rulebook 2.3, worked out from the answers alone.

use paohuzi_engine::{
    Action, ActionSet, Card, CardSet, Event, Game, MAX_SEATS, OwnDiscardStale, Phase, Round, Seat,
    View,
};
use rand_chacha::ChaCha8Rng;

/// An answer a seat, where it gives one.
pub(crate) type Answers = [Option<Action>; MAX_SEATS];

/// A question that a round rests at with nothing answered: what each seat may answer.
pub(crate) struct Question {
    offers: [ActionSet; MAX_SEATS],
    seats: u8,
    /// The seat from which claims are ordered.
    first: Seat,
}

/// What has to come of the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    Taken(Seat, Action),
    Pao(Seat),
    Nothing,
}

impl Question {
    /// The question of a round; none once it is over.
    pub(crate) fn of(round: &Round) -> Option<Self> {
        let first = match round.phase() {
            Phase::Over(_) => return None,
            Phase::SantiWukan | Phase::Tianhu | Phase::Dihu => round.dealer(),
            Phase::LayTi(seat)
            | Phase::Discard(seat)
            | Phase::OwnDraw { seat, .. }
            | Phase::Drawn { seat, .. }
            | Phase::Discarded { seat, .. } => seat,
        };
        assert!(
            round.seats().all(|seat| round.answer(seat).is_none()),
            "nothing is answered yet"
        );
        let question = Self {
            offers: [0, 1, 2, 3]
                .map(|seat| round.legal(Seat::new(seat).expect("four seats at most"))),
            seats: round.rules().seats(),
            first,
        };
        question.check_asked(round, [None; MAX_SEATS]);
        Some(question)
    }

    /// The strength of a seat's answer; less is stronger. Rule: 2.3, priority.
    fn rank(&self, seat: Seat, action: Action) -> Option<usize> {
        let seats = usize::from(self.seats);
        let turn = (seat.index() + seats - self.first.index()) % seats;
        match action {
            Action::Hu => Some(turn),
            Action::Peng | Action::Pao | Action::Wei | Action::Ti => Some(10),
            Action::Chi(..) => Some(20 + turn),
            Action::Discard(_) => Some(0),
            Action::Pass => None,
        }
    }

    /// The strongest that the seat may claim.
    fn best(&self, seat: Seat) -> Option<usize> {
        let offers = self.offers[seat.index()].iter();
        offers.filter_map(|action| self.rank(seat, action)).min()
    }

    /// The seats whose answer can still matter, the one to ask next first.
    fn open(&self, answers: Answers) -> Vec<Seat> {
        let given =
            Seat::all(self.seats).filter_map(|seat| self.rank(seat, answers[seat.index()]?));
        let taken = given.min().unwrap_or(usize::MAX);
        let mut open: Vec<_> = Seat::all(self.seats)
            .filter(|seat| answers[seat.index()].is_none())
            .filter(|seat| self.best(*seat).is_some_and(|best| best < taken))
            .collect();
        open.sort_by_key(|seat| self.best(*seat));
        open
    }

    /// Asserts that the round asks whom it should after these answers.
    fn check_asked(&self, round: &Round, answers: Answers) {
        let open = self.open(answers);
        assert_eq!(
            round.asked(),
            open.first().copied(),
            "who is asked after {answers:?}"
        );
        for seat in Seat::all(self.seats) {
            let active = open.contains(&seat);
            assert_eq!(round.active_seats().contains(&seat), active, "seat {seat}");
            let legal = if active {
                self.offers[seat.index()]
            } else {
                ActionSet::default()
            };
            assert_eq!(round.legal(seat), legal, "seat {seat} after {answers:?}");
        }
    }

    /// An answer for each seat that is asked.
    pub(crate) fn plan(
        &self,
        round: &Round,
        choose: impl Fn(Seat, ActionSet, &mut ChaCha8Rng) -> Action,
        rng: &mut ChaCha8Rng,
    ) -> Answers {
        let mut plan = [None; MAX_SEATS];
        for seat in round.active_seats() {
            plan[seat.index()] = Some(choose(seat, self.offers[seat.index()], rng));
        }
        plan
    }

    /// What has to come of these answers of all seats asked.
    fn due(&self, round: &Round, plan: Answers) -> Due {
        let claims = Seat::all(self.seats).filter_map(|seat| {
            let action = plan[seat.index()]?;
            Some((self.rank(seat, action)?, seat, action))
        });
        let strongest = claims.min_by_key(|(rank, ..)| *rank);
        match (strongest, owed_pao(round)) {
            (Some((_, seat, Action::Hu)), _) => Due::Taken(seat, Action::Hu),
            (_, Some(seat)) => Due::Pao(seat),
            (Some((_, seat, action)), None) => Due::Taken(seat, action),
            (None, None) => Due::Nothing,
        }
    }

    /// The answers in every order come to the same.
    pub(crate) fn check_orders(&self, round: &Round, plan: Answers) {
        let asked: Vec<_> = Seat::all(self.seats)
            .filter(|seat| plan[seat.index()].is_some())
            .collect();
        let due = self.due(round, plan);
        let mut outcome: Option<(Round, Vec<Event>)> = None;
        for order in orders(&asked) {
            let mut after = round.clone();
            let mut events = Vec::new();
            let mut answers = [None; MAX_SEATS];
            let mut settled = false;
            for seat in order {
                if settled || !after.active_seats().contains(&seat) {
                    continue;
                }
                let action = plan[seat.index()].expect("it is asked");
                after.apply(seat, action, &mut events).expect("it is legal");
                answers[seat.index()] = Some(action);
                settled = after.answer(seat).is_none();
                if !settled {
                    self.check_asked(&after, answers);
                }
                assert_eq!(
                    settled,
                    self.open(answers).is_empty(),
                    "settled after {answers:?}"
                );
            }
            assert!(settled, "all have answered");
            let stale =
                Seat::all(self.seats).map(|seat| [after.stale_chi(seat), after.stale_peng(seat)]);
            assert_eq!(
                stale.collect::<Vec<_>>(),
                self.stale_after(round, plan, due)
            );
            events.retain(|event| !matches!(event, Event::Answer { .. }));
            check_first(events.first(), due);
            match &outcome {
                None => outcome = Some((after, events)),
                Some(before) => assert_eq!(*before, (after, events), "another order"),
            }
        }
    }

    /// The stale cards of every seat after the answers: not to chi, not to peng. Rule: 2.6, rulings 6, 9, 21.
    fn stale_after(&self, round: &Round, plan: Answers, due: Due) -> Vec<[CardSet; 2]> {
        let rules = round.rules();
        let mut stale: Vec<_> = Seat::all(self.seats)
            .map(|seat| [round.stale_chi(seat), round.stale_peng(seat)])
            .collect();
        let mut mark = |seat: Seat, card: Card, which: usize| {
            let [chi, peng] = &mut stale[seat.index()];
            if which == 0 || rules.stale_joint() {
                chi.insert(card);
            }
            if which == 1 || rules.stale_joint() {
                peng.insert(card);
            }
        };
        if let Due::Taken(seat, Action::Discard(card)) = due {
            let marked: &[usize] = match rules.own_discard_stale() {
                OwnDiscardStale::Chi => &[0],
                OwnDiscardStale::ChiPeng => &[0, 1],
                OwnDiscardStale::None => &[],
            };
            for which in marked {
                mark(seat, card, *which);
            }
        }
        let Some(card) = round.phase().contested() else {
            return stale;
        };
        let taken_from_all = matches!(due, Due::Pao(_) | Due::Taken(_, Action::Hu));
        for seat in Seat::all(self.seats).filter(|_| !taken_from_all) {
            let offers = self.offers[seat.index()];
            let could_chi = offers
                .iter()
                .any(|action| matches!(action, Action::Chi(..)));
            if offers.contains(Action::Peng) && plan[seat.index()] != Some(Action::Peng) {
                mark(seat, card, 1);
            }
            let let_go = match due {
                Due::Nothing => true,
                // The drawer's own draw, left to the next seat.
                Due::Taken(taker, Action::Chi(..)) => {
                    taker != seat && seat == self.first && rules.stale_on_pass_to_next()
                }
                Due::Taken(..) | Due::Pao(_) => false,
            };
            if could_chi && let_go {
                mark(seat, card, 0);
            }
        }
        stale
    }

    /// Gives the answers to the game, in its order, and shows each step.
    pub(crate) fn play(
        &self,
        game: &mut Game,
        plan: Answers,
        mut show: impl FnMut(&Round, &[Event]),
    ) {
        let mut answers = [None; MAX_SEATS];
        while let Some(seat) = self.open(answers).first().copied() {
            assert_eq!(game.current_seat(), Some(seat));
            assert_eq!(game.legal(), self.offers[seat.index()]);
            let action = plan[seat.index()].expect("it is asked");
            let mut events = Vec::new();
            let before = Seat::all(self.seats)
                .map(|other| game.round().view(other))
                .collect::<Vec<_>>();
            game.push_to(action, &mut events).expect("it is legal");
            answers[seat.index()] = Some(action);
            if game.round().answer(seat).is_some() {
                check_privacy(game.round(), seat, action, &before);
            }
            assert_eq!(game.answers().last(), Some(&(seat, action)));
            show(game.round(), &events);
        }
    }
}

/// An answer that settles nothing is seen by nobody else; one that takes the card may end another seat's question.
/// Rule: ruling 25.
fn check_privacy(round: &Round, seat: Seat, action: Action, before: &[View]) {
    for other in round.seats().filter(|other| *other != seat) {
        let (mut now, mut then) = (round.view(other), before[other.index()]);
        if action != Action::Pass && now.legal.is_empty() {
            now.legal = ActionSet::default();
            then.legal = ActionSet::default();
        }
        assert_eq!(
            now, then,
            "seat {other} sees that seat {seat} answered {action}"
        );
    }
}

/// Every order of the seats.
fn orders(seats: &[Seat]) -> Vec<Vec<Seat>> {
    let Some((first, rest)) = seats.split_first() else {
        return vec![vec![]];
    };
    let mut all = Vec::new();
    for order in orders(rest) {
        for place in 0..=order.len() {
            let mut with = order.clone();
            with.insert(place, *first);
            all.push(with);
        }
    }
    all
}

/// Asserts that the first thing that happens is the one that is due.
fn check_first(event: Option<&Event>, due: Due) {
    let came = match event {
        Some(Event::Hu { seat, .. }) => Due::Taken(*seat, Action::Hu),
        Some(Event::Peng { seat, .. }) => Due::Taken(*seat, Action::Peng),
        Some(Event::Chi { seat, card, chi }) => Due::Taken(*seat, Action::Chi(*card, *chi)),
        Some(Event::Discard { seat, card }) => Due::Taken(*seat, Action::Discard(*card)),
        Some(Event::Pao { seat, .. }) => Due::Pao(*seat),
        Some(_) | None => Due::Nothing,
    };
    assert_eq!(came, due, "{event:?} came");
}

/// The seat that has to pao the contested card. Rule: R13, 2.5.
pub(crate) fn owed_pao(round: &Round) -> Option<Seat> {
    let (from, card, is_drawn) = match round.phase() {
        Phase::Drawn { seat, card } => (seat, card, true),
        Phase::Discarded { seat, card } => (seat, card, false),
        _ => return None,
    };
    round.seats().find(|seat| {
        let kan = *seat != from && round.hand(*seat).get(card) == 3;
        let runs = |name: &str| name.ends_with("wei") || (is_drawn && name == "peng");
        let laid = round.melds(*seat).iter();
        let mut of_card = laid.filter(|meld| meld.card() == Some(card));
        kan || of_card.any(|meld| runs(meld.kind().name()))
    })
}
