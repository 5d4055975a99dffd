//! The kernels compiled for processors that count the bits of a word in one instruction.
#![allow(
    unsafe_code,
    reason = "the one place of the engine that calls for instructions a processor may not have"
)]

/// Runs a task with what this processor can do. What it does is compiled for that as far as it is inlined.
#[cfg(target_arch = "x86_64")]
pub(super) fn with_bit_counting<R>(task: impl FnOnce() -> R) -> R {
    use std::arch::is_x86_feature_detected;
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
    {
        // SAFETY: all three features were found.
        unsafe { here(task) }
    } else {
        task()
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1")]
fn here<R>(task: impl FnOnce() -> R) -> R {
    task()
}

/// Elsewhere every processor of the target can do the same.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn with_bit_counting<R>(task: impl FnOnce() -> R) -> R {
    task()
}
