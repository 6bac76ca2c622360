// @ts-check
// Formats sums of money.

/**
 * Formats cents like `1,234.50`.
 * @param {number} cents
 */
export function money(cents) {
  const whole = Math.floor(Math.abs(cents) / 100);
  const fraction = String(Math.abs(cents) % 100).padStart(2, "0");
  return `${cents < 0 ? "−" : ""}${whole.toLocaleString("en")}.${fraction}`;
}

/**
 * Formats the value of a chip, without `.00`.
 * @param {number} cents
 */
export function chipMoney(cents) {
  return money(cents).replace(/\.00$/, "");
}
