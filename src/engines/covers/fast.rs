//! The kernels compiled for processors that count the bits of a word in one instruction.
#![allow(
    unsafe_code,
    reason = "the one place of the engine that calls for instructions a processor may not have"
)]

/// Something to compile for what this processor can do. Its `run` has to be `#[inline(always)]`, and so has all that it calls
/// in its inner loops: a function of its own, as that of a closure, is compiled for every processor.
pub(super) trait Task {
    type Output;

    fn run(self) -> Self::Output;
}

/// Runs a task with what this processor can do.
#[cfg(target_arch = "x86_64")]
pub(super) fn on_this_processor<T: Task>(task: T) -> T::Output {
    use std::arch::is_x86_feature_detected;
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
    {
        // SAFETY: all three features were found.
        unsafe { here(task) }
    } else {
        task.run()
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1")]
fn here<T: Task>(task: T) -> T::Output {
    task.run()
}

/// Elsewhere every processor of the target can do the same.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn on_this_processor<T: Task>(task: T) -> T::Output {
    task.run()
}
