/** Whether the database can hold a text: it has no way to write NUL. What an address names with one does not exist. */
export function isStorable(text: string): boolean {
  return !text.includes('\0')
}
