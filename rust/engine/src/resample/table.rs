//! All ways to share out the hidden cards together, counted, and one of them drawn.
//!
//! The kinds are independent but for the sizes of the hands and for the hidden sets, each of which is of one kind. So the
//! number of orders that complete what the first kinds took is a table over how many cards each hand has by then and
//! which sets are made. Numbers are whole and exact: three hands and a stock of 60 unknown cards have 2⁸⁹ orders, four
//! hands of the smaller deals 2¹²¹.

use rand_core::Rng;

use super::ways::{MOST_OTHERS, Way};

/// Most places of a table for each kind. Rounds have some hundreds; bytes from elsewhere could tell of any.
const MOST_PLACES: usize = 200_000;

/// The orders are more than can be counted.
#[derive(Debug)]
pub(super) struct Vast;

/// The ways of all kinds, with the numbers of orders.
#[derive(Debug, Clone)]
pub(super) struct Table {
    ways: Vec<Vec<Way>>,
    /// Cards of each hand in the end.
    sizes: [u8; MOST_OTHERS],
    sets: usize,
    /// By kinds taken, then by [`Table::place`].
    orders: Vec<Vec<u128>>,
}

impl Table {
    pub(super) fn new(
        ways: Vec<Vec<Way>>,
        sizes: [u8; MOST_OTHERS],
        sets: usize,
    ) -> Result<Self, Vast> {
        let mut table = Self {
            ways,
            sizes,
            sets,
            orders: Vec::new(),
        };
        table.count()?;
        Ok(table)
    }

    /// How many orders of the cards there are, by a common measure.
    pub(super) fn total(&self) -> u128 {
        self.orders
            .first()
            .map_or(0, |orders| orders[self.place([0; MOST_OTHERS], 0)])
    }

    /// Where the number for these hands and sets stands.
    fn place(&self, held: [u8; MOST_OTHERS], sets: u16) -> usize {
        let mut place = usize::from(sets);
        for (held, size) in held.into_iter().zip(self.sizes) {
            place = place * (usize::from(size) + 1) + usize::from(held);
        }
        place
    }

    fn count(&mut self) -> Result<(), Vast> {
        let kinds = self.ways.len();
        let all: u16 = (1 << self.sets) - 1;
        let places = self.place(self.sizes, all) + 1;
        if places > MOST_PLACES {
            return Err(Vast);
        }
        self.orders = vec![vec![0; places]; kinds + 1];
        let end = self.place(self.sizes, all);
        self.orders[kinds][end] = 1;
        // Hands cannot have more by then than the kinds so far can give, nor less than what the rest can make up for.
        let mut rest = [0_u8; MOST_OTHERS];
        for kind in (0..kinds).rev() {
            let mut before = [0_u8; MOST_OTHERS];
            for ways in &self.ways[..kind] {
                for (sum, most) in before.iter_mut().zip(most_held(ways)) {
                    *sum = sum.saturating_add(most);
                }
            }
            for (sum, most) in rest.iter_mut().zip(most_held(&self.ways[kind])) {
                *sum = sum.saturating_add(most);
            }
            let range = |hand: usize| {
                let size = self.sizes[hand];
                size.saturating_sub(rest[hand])..=size.min(before[hand])
            };
            let mut found = Vec::new();
            for a in range(0) {
                for b in range(1) {
                    for c in range(2) {
                        for sets in 0..=all {
                            let held = [a, b, c];
                            let orders = self.after(kind, held, sets)?;
                            if orders > 0 {
                                found.push((self.place(held, sets), orders));
                            }
                        }
                    }
                }
            }
            for (place, orders) in found {
                self.orders[kind][place] = orders;
            }
        }
        Ok(())
    }

    /// The orders of what is left, whichever way this kind goes.
    fn after(&self, kind: usize, held: [u8; MOST_OTHERS], sets: u16) -> Result<u128, Vast> {
        let mut sum = 0_u128;
        for way in &self.ways[kind] {
            let orders = self.along(kind, way, held, sets);
            let weighed = orders.checked_mul(u128::from(way.weight)).ok_or(Vast)?;
            sum = sum.checked_add(weighed).ok_or(Vast)?;
        }
        Ok(sum)
    }

    /// The orders of what is left after this way of the kind.
    fn along(&self, kind: usize, way: &Way, held: [u8; MOST_OTHERS], sets: u16) -> u128 {
        let mut then = held;
        for (sum, more) in then.iter_mut().zip(way.held) {
            *sum += more;
        }
        let fits = then.iter().zip(self.sizes).all(|(sum, size)| *sum <= size);
        if !fits || sets & way.sets != 0 {
            return 0;
        }
        self.orders[kind + 1][self.place(then, sets | way.sets)]
    }

    /// A way for each kind, all orders of the cards equally likely.
    pub(super) fn draw(&self, chance: &mut impl Rng) -> Vec<Way> {
        let (mut held, mut sets) = ([0; MOST_OTHERS], 0);
        let mut drawn = Vec::with_capacity(self.ways.len());
        for (kind, ways) in self.ways.iter().enumerate() {
            let mut left = below(chance, self.orders[kind][self.place(held, sets)]);
            for way in ways {
                let orders = self.along(kind, way, held, sets) * u128::from(way.weight);
                if left < orders {
                    for (sum, more) in held.iter_mut().zip(way.held) {
                        *sum += more;
                    }
                    sets |= way.sets;
                    drawn.push(*way);
                    break;
                }
                left -= orders;
            }
        }
        drawn
    }

    /// Whether a way of a kind is among those counted.
    pub(super) fn has(&self, kind: usize, way: &Way) -> bool {
        let parts = |way: &Way| (way.held, way.sets, way.stock);
        self.ways[kind]
            .iter()
            .any(|known| parts(known) == parts(way))
    }
}

/// The most copies that each hand gets of a kind.
fn most_held(ways: &[Way]) -> [u8; MOST_OTHERS] {
    let mut most = [0; MOST_OTHERS];
    for way in ways {
        for (most, held) in most.iter_mut().zip(way.held) {
            *most = held.max(*most);
        }
    }
    most
}

/// A number below a bound that is not zero, each equally likely.
fn below(chance: &mut impl Rng, bound: u128) -> u128 {
    let unused = bound.saturating_sub(1).leading_zeros();
    loop {
        let high = u128::from(chance.next_u64());
        let number = (high << 64 | u128::from(chance.next_u64()))
            .checked_shr(unused)
            .unwrap_or(0);
        if number < bound {
            return number;
        }
        if bound == 0 {
            return 0;
        }
    }
}
