//! Eight bits at once as numbers.

/// The bits of every byte as 0 or 1, the lowest first.
pub(super) static OF_BITS: [[f32; 8]; 256] = {
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
