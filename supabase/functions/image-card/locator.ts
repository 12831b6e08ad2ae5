const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWX'

/** Returns the Maidenhead locator of six characters, which names the site's sheets. */
export function findLocator({ lng, lat }: { lng: number; lat: number }): string {
  // Longitude 180 and the pole belong to the last cell.
  const x = Math.min(Math.floor((lng + 180) * 12), 360 * 12 - 1)
  const y = Math.min(Math.floor((lat + 90) * 24), 180 * 24 - 1)
  const letter = (index: number) => LETTERS.charAt(Math.floor(index))
  const digit = (index: number) => Math.floor((index % 240) / 24)
  return `${letter(x / 240)}${letter(y / 240)}${digit(x)}${digit(y)}${letter(x % 24)}${letter(y % 24)}`
}
