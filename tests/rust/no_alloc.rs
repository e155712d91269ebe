//! Playing allocates nothing: neither the engine nor the bots, once the tables are built, a round is dealt and the bots
//! are made.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use paohuzi_engine::{Deck, Round, Ruleset, Seat, below, build_tables, generator};
use paohuzi_sim::{Agent, play_round};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with a count of the calls of each thread.
struct Counting;

// SAFETY: every call is passed on to the system's allocator as it came; the count is a plain thread-local number whose
// access allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from the system's allocator with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How often the work allocates on this thread.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

#[test]
fn the_count_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(7)))), 1);
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1, 2, 3]))), 1);
}

#[test]
fn playing_a_round_allocates_nothing() {
    build_tables();
    let rules = Arc::new(Ruleset::default());
    for index in 0..500 {
        let rules = Arc::clone(&rules);
        let mut decisions = 0;
        let count = allocations(|| {
            let deck = Deck::shuffled(1, index);
            let mut chance = generator(1, index, 1);
            let mut round =
                Round::from_deck(rules, &deck, Seat::ZERO, 0, &mut ()).expect("a dealer");
            while let Some(seat) = round.asked() {
                let legal = round.view(seat).legal;
                assert_eq!(legal, round.legal(seat));
                let place = below(&mut chance, legal.mask().count_ones());
                let action = legal.nth(place as usize).expect("an answer");
                // A state copied is a plain copy of memory.
                round = round.clone();
                round.apply(seat, action, &mut ()).expect("a legal answer");
                decisions += 1;
            }
            assert!(round.settlement().is_some() && round.next_deal().is_some());
        });
        assert_eq!(count, 0, "round {index}");
        assert!(decisions > 0);
    }
}

#[test]
fn bots_allocate_nothing_while_they_play() {
    build_tables();
    let rules = Arc::new(Ruleset::default());
    for agent in Agent::ALL {
        for index in 0..100 {
            let mut bots: Vec<_> = Seat::all(3)
                .map(|seat| agent.bot(&rules, 2, index, seat))
                .collect();
            let mut played = None;
            let count = allocations(|| played = play_round(&rules, &mut bots, 2, index).ok());
            assert_eq!(count, 0, "{agent}, round {index}");
            assert!(played.is_some());
        }
    }
}
