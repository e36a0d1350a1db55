//! Asking the memory for a byte without waiting for it: the one place where that is done.

/// Has the byte brought near, if there is one; on processors without such a thing, does nothing.
#[inline]
pub(super) fn prefetch(bytes: &[u8], at: usize) {
    let Some(byte) = bytes.get(at) else { return };
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "the instruction for it")]
    // SAFETY: the instruction is part of the architecture's baseline, has no effect but on caches, and the address
    // is that of a byte borrowed.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(byte).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = byte;
}
