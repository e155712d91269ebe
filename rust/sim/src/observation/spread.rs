//! Bits as numbers of 0 and 1, eight at once.

/// The bits of every byte, the lowest first.
static AS_BYTES: [[u8; 8]; 256] = {
    let mut all = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                all[byte][bit] = 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    all
};

/// The same as floats.
static AS_FLOATS: [[f32; 8]; 256] = {
    let mut all = [[0.0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                all[byte][bit] = 1.0;
            }
            bit += 1;
        }
        byte += 1;
    }
    all
};

/// Writes the bits of bytes, as many as there is room for.
fn spread<T: Copy>(table: &[[T; 8]; 256], out: &mut [T], bits: impl Iterator<Item = u8>) {
    let mut bits = bits.map(|byte| &table[usize::from(byte)]);
    let mut eights = out.chunks_exact_mut(8);
    for (eight, numbers) in eights.by_ref().zip(bits.by_ref()) {
        eight.copy_from_slice(numbers);
    }
    for (number, bit) in eights.into_remainder().iter_mut().zip(bits.flatten()) {
        *number = *bit;
    }
}

/// Writes the bits of bytes as floats.
pub(super) fn floats(out: &mut [f32], bits: impl Iterator<Item = u8>) {
    spread(&AS_FLOATS, out, bits);
}

/// Writes the bits of bytes as bytes.
pub(crate) fn bytes(out: &mut [u8], bits: impl Iterator<Item = u8>) {
    spread(&AS_BYTES, out, bits);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_fill_what_room_there_is() {
        let mut out = [7; 11];
        bytes(&mut out, [0b1000_0001, 0b101].into_iter());
        assert_eq!(out, [1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1]);
        let mut out = [7.0; 3];
        floats(&mut out, [0b110].into_iter());
        assert_eq!(out.map(f32::to_bits), [0.0_f32, 1.0, 1.0].map(f32::to_bits));
    }
}
