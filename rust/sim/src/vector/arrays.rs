//! The caller's arrays, and one slot's share of them.

use paohuzi_engine::{ACTION_SPACE_SIZE, Action, ActionSet};

use super::error::VectorError;
use crate::observation::{OBS_BYTES, OBS_SIZE, Observation, spread_bytes};

/// Bytes of a packed mask.
const MASK_BYTES: usize = ACTION_SPACE_SIZE / 8;

/// Observations in one of their two forms, slot after slot.
#[derive(Debug)]
pub enum Observations<'a> {
    /// [`OBS_SIZE`] numbers a slot.
    Floats(&'a mut [f32]),
    /// [`OBS_BYTES`] bytes a slot.
    Packed(&'a mut [u8]),
}

/// Masks of legal actions in one of their two forms, slot after slot.
#[derive(Debug)]
pub enum Masks<'a> {
    /// 128 bytes a slot, each 0 or 1.
    Bytes(&'a mut [u8]),
    /// 16 bytes a slot, bit i mod 8 of byte i / 8 for action i, the lowest being bit 0.
    Packed(&'a mut [u8]),
}

/// Where a reset and a step put what they give.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// What the seat sees that is asked; where the round is over, what the seat sees that answered last.
    pub observations: Observations<'a>,
    /// What may be answered. Where the round is over only pass, which is not played, so that no mask is empty.
    pub masks: Masks<'a>,
    /// The seat that is asked, -1 where the round is over. One number a slot.
    pub seats: &'a mut [i8],
    /// Points of every seat for the round that ended in this step, else 0. One number a slot and seat.
    pub rewards: &'a mut [f64],
    /// 1 where a round ended in this step, else 0. One number a slot.
    pub terminations: &'a mut [u8],
}

/// The first part of a slice that is cut off.
#[expect(clippy::mut_mut, reason = "the slice that is left becomes shorter")]
fn cut<'a, T>(slice: &mut &'a mut [T], length: usize) -> &'a mut [T] {
    let (first, rest) = std::mem::take(slice).split_at_mut(length);
    *slice = rest;
    first
}

impl Observations<'_> {
    pub(super) fn check(&self, slots: usize) -> Result<(), VectorError> {
        match self {
            Self::Floats(all) => check("observations", all.len(), slots * OBS_SIZE),
            Self::Packed(all) => check("observations", all.len(), slots * OBS_BYTES),
        }
    }

    fn cut(&mut self, slots: usize) -> Self {
        match self {
            Self::Floats(all) => Self::Floats(cut(all, slots * OBS_SIZE)),
            Self::Packed(all) => Self::Packed(cut(all, slots * OBS_BYTES)),
        }
    }

    /// Writes the observation of the next slot.
    pub(super) fn put(&mut self, seen: &Observation) {
        match self {
            Self::Floats(all) => {
                if let Ok(out) = cut(all, OBS_SIZE).try_into() {
                    seen.write_floats(out);
                }
            }
            Self::Packed(all) => {
                if let Ok(out) = cut(all, OBS_BYTES).try_into() {
                    seen.write_bytes(out);
                }
            }
        }
    }
}

impl Observation {
    /// Writes it in one of its forms into an array for one.
    ///
    /// # Errors
    /// An array of another length.
    pub fn write(&self, mut out: Observations<'_>) -> Result<(), VectorError> {
        out.check(1)?;
        out.put(self);
        Ok(())
    }
}

impl Masks<'_> {
    fn check(&self, slots: usize) -> Result<(), VectorError> {
        match self {
            Self::Bytes(all) => check("masks", all.len(), slots * ACTION_SPACE_SIZE),
            Self::Packed(all) => check("masks", all.len(), slots * MASK_BYTES),
        }
    }

    fn cut(&mut self, slots: usize) -> Self {
        match self {
            Self::Bytes(all) => Self::Bytes(cut(all, slots * ACTION_SPACE_SIZE)),
            Self::Packed(all) => Self::Packed(cut(all, slots * MASK_BYTES)),
        }
    }

    /// Writes the mask of the next slot.
    pub(super) fn put(&mut self, legal: ActionSet) {
        // A policy must be able to choose even where nobody asks it.
        const NOBODY: u128 = 1 << Action::Pass.id();
        let mask = if legal.is_empty() {
            NOBODY
        } else {
            legal.mask()
        };
        let bytes = mask.to_le_bytes();
        match self {
            Self::Bytes(all) => spread_bytes(cut(all, ACTION_SPACE_SIZE), bytes.into_iter()),
            Self::Packed(all) => cut(all, MASK_BYTES).copy_from_slice(&bytes),
        }
    }
}

impl Arrays<'_> {
    /// Whether every array has the length that so many slots need.
    pub(super) fn check(&self, slots: usize, seats: usize) -> Result<(), VectorError> {
        self.observations.check(slots)?;
        self.masks.check(slots)?;
        check("seats", self.seats.len(), slots)?;
        check("rewards", self.rewards.len(), slots * seats)?;
        check("terminations", self.terminations.len(), slots)
    }

    /// The share of the next slots.
    pub(super) fn cut(&mut self, slots: usize, seats: usize) -> Self {
        Self {
            observations: self.observations.cut(slots),
            masks: self.masks.cut(slots),
            seats: cut(&mut self.seats, slots),
            rewards: cut(&mut self.rewards, slots * seats),
            terminations: cut(&mut self.terminations, slots),
        }
    }
}

/// An error where an array has another length.
pub(super) fn check(name: &'static str, found: usize, expected: usize) -> Result<(), VectorError> {
    if found == expected {
        return Ok(());
    }
    Err(VectorError::Length {
        name,
        found,
        expected,
    })
}
