/** Quotes a cell of CSV. A leading apostrophe keeps spreadsheets from reading text of members as a formula. */
export function quoteCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
