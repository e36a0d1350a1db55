//! Maps with pillars strewn over them, the same on every run.

/// The map of a lot of 8 × 9 cells, the car in its first and the exit in its last; of the others so many percent are
/// pillars. `state` is the generator's.
pub(in crate::parking) fn scattered(state: &mut u64, percent: u64) -> String {
    let mut map = "C".to_owned();
    for cell in 1..71 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        map.push_str(if cell % 9 == 0 { "\n" } else { " " });
        map.push(if (*state >> 33) % 100 < percent { '#' } else { 'o' });
    }
    map.push_str(" E");
    map
}
