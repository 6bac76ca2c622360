// @ts-check
// Rates of CLOCK_50 in words.

/** The frequency of CLOCK_50, in hertz. */
export const CLOCK_RATE = 50e6;

/** @param {number} rate in hertz */
export function megahertz(rate) {
  return `${(rate / 1e6).toFixed(rate < 10e6 ? 2 : 1)} MHz`;
}

/**
 * Returns a measured rate with three digits and its unit.
 * @param {number} rate in hertz
 */
export function hertz(rate) {
  if (rate >= 1e6) return megahertz(rate);
  const [value, unit] = rate >= 1e3 ? [rate / 1e3, "kHz"] : [rate, "Hz"];
  return `${value >= 100 ? value.toFixed(0) : value.toPrecision(3)} ${unit}`;
}

/**
 * Returns which part of real time a rate is.
 * @param {number} rate in hertz
 */
export function realTime(rate) {
  const percent = 100 * rate / CLOCK_RATE;
  if (percent > 101) return `${(percent / 100).toPrecision(2)} times real time`;
  if (percent >= 99.5) return "real time";
  return percent < 0.1 ? "less than 0.1 % of real time" : `${percent.toPrecision(2)} % of real time`;
}
