/** Returns true if the database can store a text. It cannot store NUL, so nothing with NUL in its id exists. */
export function isStorable(text: string): boolean {
  return !text.includes('\0')
}
