//! Whether numbers are larger than chance explains.

use std::f64::consts::{PI, SQRT_2};

/// Returns the probability that numbers lie above zero as far as these do, if each is as likely to
/// be above
/// as below: the signed-rank test of Wilcoxon, one-sided.
///
/// Zeros are left out; equal numbers share their ranks. The distribution is taken as normal, with
/// the corrections for ties and for continuity: good from about 20 numbers on. 1 if there are none.
/// Costs one sort.
pub fn signed_rank(numbers: &[f64]) -> f64 {
    let mut sorted: Vec<f64> = numbers.iter().copied().filter(|number| *number != 0.0).collect();
    sorted.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let (mut above, mut ties, mut rank) = (0.0, 0.0, 0.0);
    for alike in sorted.chunk_by(|a, b| a.abs().total_cmp(&b.abs()).is_eq()) {
        let count = real(alike.len());
        let mean = rank + f64::midpoint(count, 1.0);
        above += mean * real(alike.iter().filter(|number| **number > 0.0).count());
        ties += count * (count * count - 1.0);
        rank += count;
    }
    let expected = rank * (rank + 1.0) / 4.0;
    let variance = rank * (rank + 1.0) * (2.0 * rank + 1.0) / 24.0 - ties / 48.0;
    if variance <= 0.0 {
        return 1.0;
    }
    above_normal((above - expected - 0.5) / variance.sqrt())
}

/// Returns which of several hypotheses fall, so that with probability 1 - `alpha` none falls
/// wrongly: the
/// procedure of Holm, which needs nothing to be known of how they hang together.
pub fn holm(probabilities: &[f64], alpha: f64) -> Vec<bool> {
    let mut places: Vec<usize> = (0..probabilities.len()).collect();
    places.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut falls = vec![false; probabilities.len()];
    for (place, left) in places.iter().zip((1..=probabilities.len()).rev()) {
        if probabilities[*place] > alpha / real(left) {
            break;
        }
        falls[*place] = true;
    }
    falls
}

/// The number in the middle; between the two in the middle, if there are two. `None` of none.
pub fn median(numbers: &[f64]) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    Some(if sorted.len().is_multiple_of(2) {
        f64::midpoint(sorted[middle - 1], upper)
    } else {
        upper
    })
}

/// Returns the probability that a standard normal number is larger than `z`.
fn above_normal(z: f64) -> f64 {
    if z < 0.0 {
        return 1.0 - above_normal(-z);
    }
    let x = z / SQRT_2;
    if x < 2.0 {
        // The series of the error function; its terms shrink from here on.
        let (mut term, mut sum) = (x, x);
        for n in 1..100 {
            let n = real(n);
            term *= -x * x / n;
            sum += term / (2.0 * n + 1.0);
        }
        return 0.5 - sum / PI.sqrt();
    }
    // Its continued fraction, from the inside out.
    let mut fraction = x;
    for n in (1..100).rev() {
        fraction = x + real(n) / 2.0 / fraction;
    }
    (-x * x).exp() / (2.0 * PI.sqrt() * fraction)
}

#[expect(clippy::cast_precision_loss, reason = "no list is that long")]
fn real(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-9 * expected, "{found} is not {expected}");
    }

    /// The values are those of `scipy.stats.norm.sf` (scipy 1.17.1).
    #[test]
    fn the_normal_distribution_is_that_of_tables() {
        for (z, expected) in [
            (-3.0, 0.998_650_101_968_369_9),
            (-1.0, 0.841_344_746_068_542_9),
            (0.0, 0.5),
            (0.5, 0.308_537_538_725_986_9),
            (1.0, 0.158_655_253_931_457_07),
            (2.0, 0.022_750_131_948_179_195),
            (2.5, 0.006_209_665_325_776_132),
            (3.0, 0.001_349_898_031_630_093_3),
            (5.0, 2.866_515_718_791_933e-7),
            (8.0, 6.220_960_574_271_74e-16),
        ] {
            check(above_normal(z), expected);
        }
    }

    /// The values are those of `scipy.stats.wilcoxon(x, alternative="greater", correction=True,
    /// method="asymptotic", zero_method="wilcox").pvalue` (scipy 1.17.1).
    #[test]
    fn the_test_is_that_of_scipy() {
        let list = |count: i32, number: fn(i32) -> i32| -> Vec<f64> {
            (0..count).map(|i| f64::from(number(i))).collect()
        };
        for (numbers, expected) in [
            (list(25, |i| 10 * i - 55), 0.000_465_732_067_813_576_7),
            (list(30, |i| i * 7 % 11 - 4), 0.046_465_316_198_719_75),
            (list(30, |i| i * 7 % 11 - 6), 0.935_765_880_742_616),
            (list(101, |i| 10 * (i * 37 % 101) - 450), 0.050_488_499_854_762_094),
            (list(20, |_| 1), 4.276_751_325_720_873e-6),
            (list(58, |i| i * 13 % 29 - 13), 0.187_935_451_287_938_65),
        ] {
            check(signed_rank(&numbers), expected);
        }
        check(signed_rank(&[]), 1.0);
        check(signed_rank(&[0.0, 0.0]), 1.0);
    }

    /// Numbers from 0 to 1, the same in every run of the tests.
    fn numbers(seed: u64) -> impl FnMut() -> f64 {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            f64::from(u32::try_from(state >> 32).unwrap()) / 4_294_967_296.0
        }
    }

    /// Two measurements of the same program, with noise that is often small and sometimes large.
    fn noise(next: &mut impl FnMut() -> f64) -> f64 {
        let (a, b, c) = (next(), next(), next());
        (a + b - 1.0) * if c > 0.9 { 3.0 } else { 0.1 }
    }

    #[test]
    fn equal_programs_alarm_no_more_often_than_alpha_says() {
        let (mut tests, mut one, mut five) = (0, 0, 0);
        for seed in 1..=4000 {
            let mut next = numbers(seed);
            let ratios: Vec<f64> = (0..40).map(|_| noise(&mut next)).collect();
            let probability = signed_rank(&ratios);
            tests += 1;
            one += u32::from(probability <= 0.01);
            five += u32::from(probability <= 0.05);
        }
        // Expected are 40 and 200, give or take three times 6.3 and 13.8.
        assert!(one <= 60 && five <= 242, "{one} and {five} of {tests}");
        assert!(one >= 20 && five >= 158, "it would see nothing: {one} and {five} of {tests}");
    }

    #[test]
    fn a_program_that_is_slower_is_noticed() {
        let alarms = (1..=200).filter(|seed| {
            let mut next = numbers(*seed);
            let ratios: Vec<f64> = (0..40).map(|_| noise(&mut next) + 0.1).collect();
            signed_rank(&ratios) <= 0.01
        });
        assert!(alarms.count() > 180);
    }

    #[test]
    fn many_tests_together_ask_for_more() {
        assert_eq!(holm(&[0.004, 0.02, 0.001], 0.01), [true, false, true]);
        // The first that stands lets all after it stand.
        assert_eq!(holm(&[0.004, 0.006, 0.005], 0.01), [false; 3]);
        assert_eq!(holm(&[], 0.01), [false; 0]);
        assert_eq!(holm(&[0.01], 0.01), [true]);
    }

    #[test]
    fn the_middle_is_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[]), None);
    }
}
