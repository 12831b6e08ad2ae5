/**
 * Parses the digits of an offset or limit. Numbers beyond those that JavaScript holds exactly become the largest one,
 * which is greater than any number of rows.
 */
export function toRowNumber(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}
