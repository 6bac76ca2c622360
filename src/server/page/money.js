// @ts-check

/**
 * Cents as people write them: `1,234.50`.
 * @param {number} cents
 */
export function money(cents) {
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, "0");
  return `${cents < 0 ? "−" : ""}${whole.toLocaleString("en")}.${rest}`;
}

/**
 * The same without `.00`, for a chip.
 * @param {number} cents
 */
export function chipMoney(cents) {
  return money(cents).replace(/\.00$/, "");
}
