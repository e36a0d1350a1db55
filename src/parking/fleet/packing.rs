//! States of several cars, packed: the empties and the cars that remain.

use std::hash::Hash;

use crate::parking::ground::Ground;

/// A way to pack states.
pub(in crate::parking) trait Packing {
    /// A packed state.
    type State: Clone + Eq + Hash;

    /// Packs it; `empties` ascend, and so do `cars` unless they must leave in order.
    fn pack(empties: &[u32], cars: &[u32]) -> Self::State;

    /// Unpacks it into two lists.
    fn unpack(state: &Self::State, empties: &mut Vec<u32>, cars: &mut Vec<u32>);

    /// Whether no car remains.
    fn is_done(state: &Self::State) -> bool;

    /// Bytes of a state outside its own value.
    fn heap_bytes(ground: &Ground) -> usize;
}

/// Up to 128 spots and eight cars: bits for the empties, a byte for each car.
pub(in crate::parking) struct Bits;

/// One state of [`Bits`]; cars that have left are [`Bits::GONE`] at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::parking) struct BitState {
    words: [u64; 2],
    cars: [u8; Bits::MOST_CARS],
}

impl Bits {
    const MOST_SPOTS: usize = 128;
    const MOST_CARS: usize = 8;
    const GONE: u8 = u8::MAX;

    pub(in crate::parking) fn fits(ground: &Ground) -> bool {
        ground.spots() <= Self::MOST_SPOTS && ground.cars.len() <= Self::MOST_CARS
    }
}

impl Packing for Bits {
    type State = BitState;

    #[inline]
    fn pack(empties: &[u32], cars: &[u32]) -> BitState {
        let mut state = BitState { words: [0; 2], cars: [Self::GONE; Self::MOST_CARS] };
        for &spot in empties {
            state.words[spot as usize / 64] |= 1 << (spot % 64);
        }
        for (packed, &spot) in state.cars.iter_mut().zip(cars) {
            *packed = spot as u8;
        }
        state
    }

    #[inline]
    fn unpack(state: &BitState, empties: &mut Vec<u32>, cars: &mut Vec<u32>) {
        empties.clear();
        cars.clear();
        for (mut word, base) in state.words.into_iter().zip([0, 64]) {
            while word != 0 {
                empties.push(base + word.trailing_zeros());
                word &= word - 1;
            }
        }
        cars.extend(state.cars.iter().take_while(|&&car| car != Self::GONE).map(|&car| u32::from(car)));
    }

    fn is_done(state: &BitState) -> bool {
        state.cars[0] == Self::GONE
    }

    fn heap_bytes(_: &Ground) -> usize {
        0
    }
}

/// Any lot: how many cars remain, where they are, where the empties are.
pub(in crate::parking) struct List;

impl List {
    /// What an allocation costs beside its bytes.
    const HEAP_OVERHEAD: usize = 16;
}

impl Packing for List {
    type State = Box<[u32]>;

    fn pack(empties: &[u32], cars: &[u32]) -> Box<[u32]> {
        let mut state = Vec::with_capacity(1 + cars.len() + empties.len());
        state.push(cars.len() as u32);
        state.extend_from_slice(cars);
        state.extend_from_slice(empties);
        state.into_boxed_slice()
    }

    fn unpack(state: &Box<[u32]>, empties: &mut Vec<u32>, cars: &mut Vec<u32>) {
        let (list, rest) = state[1..].split_at(state[0] as usize);
        cars.clear();
        cars.extend_from_slice(list);
        empties.clear();
        empties.extend_from_slice(rest);
    }

    fn is_done(state: &Box<[u32]>) -> bool {
        state[0] == 0
    }

    fn heap_bytes(ground: &Ground) -> usize {
        (1 + ground.cars.len() + ground.empties.len()) * size_of::<u32>() + Self::HEAP_OVERHEAD
    }
}
