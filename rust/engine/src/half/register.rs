//! Things met for the first time get the next number.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A hash that is quick on the few small keys of the tables; nobody from outside chooses them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// All different things met so far, in order of their numbers.
#[derive(Debug)]
pub(super) struct Register<T> {
    pub(super) all: Vec<T>,
    numbers: HashMap<T, u16, BuildHasherDefault<QuickHasher>>,
}

impl<T> Default for Register<T> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            numbers: HashMap::default(),
        }
    }
}

impl<T: Eq + Hash + Clone> Register<T> {
    /// The number of a thing, and whether it is new.
    pub(super) fn number<Q>(&mut self, thing: &Q) -> (u16, bool)
    where
        T: Borrow<Q> + for<'a> From<&'a Q>,
        Q: Eq + Hash + ?Sized,
    {
        if let Some(number) = self.numbers.get(thing) {
            return (*number, false);
        }
        let number = number(self.all.len());
        self.all.push(T::from(thing));
        self.numbers.insert(T::from(thing), number);
        (number, true)
    }
}

/// A place in a table as its entries name it.
pub(super) fn number(place: usize) -> u16 {
    u16::try_from(place).expect("every table has fewer than 65,536 entries")
}
