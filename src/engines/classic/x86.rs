//! Bits gathered by `pext` and eight words at a time by AVX2, on processors that have both.
#![allow(
    unsafe_code,
    reason = "the one place of the engine that calls instructions a processor may not have"
)]

use std::arch::is_x86_feature_detected;
use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_ps, _mm256_cmpeq_epi32,
    _mm256_loadu_si256, _mm256_movemask_ps, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256,
    _pdep_u32, _pext_u32,
};

use super::processor::{Processor, Task};
use super::tables::MINIROWS;

/// A processor with BMI1, BMI2, LZCNT, POPCNT and AVX2: only made where all were found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

/// The columns of the first stack, in each nine bits.
const STACK: u32 = 0o007_007_007;

impl Avx2 {
    /// The processor of this machine, if it is one.
    pub(super) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Self(()))
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_here<T: Task>(processor: Avx2, task: T) -> T::Output {
    task.run(processor)
}

#[inline]
#[target_feature(enable = "avx2")]
fn take_out_eight(words: &mut [u32; 8], cells: u32) -> u32 {
    let place: *mut __m256i = words.as_mut_ptr().cast();
    // SAFETY: the eight words are 32 bytes that may be read, at any alignment.
    let old = unsafe { _mm256_loadu_si256(place) };
    let cells = _mm256_set1_epi32(cells.cast_signed());
    let none = _mm256_cmpeq_epi32(_mm256_and_si256(old, cells), _mm256_setzero_si256());
    // SAFETY: the same bytes, which may be written.
    unsafe { _mm256_storeu_si256(place, _mm256_andnot_si256(cells, old)) };
    !_mm256_movemask_ps(_mm256_castsi256_ps(none)).cast_unsigned() & 0xff
}

impl Processor for Avx2 {
    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        // SAFETY: a value of this type is only made where all five features were found.
        unsafe { run_here(self, task) }
    }

    #[inline(always)]
    fn minirows(self, cells: u32) -> usize {
        // SAFETY: as above.
        unsafe { _pext_u32(cells | cells >> 1 | cells >> 2, MINIROWS) as usize }
    }

    #[inline(always)]
    fn gather(self, columns: u32, stack: u32) -> usize {
        // SAFETY: as above.
        unsafe { _pext_u32(columns, STACK << stack) as usize }
    }

    #[inline(always)]
    fn scatter(self, matrix: u32, stack: u32) -> u32 {
        // SAFETY: as above.
        unsafe { _pdep_u32(matrix, STACK << stack) }
    }

    #[inline(always)]
    fn take_out(self, words: &mut [u32; 9], cells: u32) -> u32 {
        let [eight @ .., last] = words;
        let held = u32::from(*last & cells != 0) << 8;
        *last &= !cells;
        // SAFETY: as above.
        held | unsafe { take_out_eight(eight, cells) }
    }
}
