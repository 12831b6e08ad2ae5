/** Arabic, Persian and full-width digits, which some keyboards type. The last four bits of each are its value. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g

/** Replaces the digits of other keyboards by those that codes are made of. */
export function toAsciiDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) % 16))
}
