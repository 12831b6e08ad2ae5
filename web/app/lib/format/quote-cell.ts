/** Matches texts that a spreadsheet would run as a formula. */
export const FORMULA = /^[=+\-@\t\r]/

/** Quotes a cell of CSV. A leading apostrophe keeps spreadsheets from reading text of members as a formula. */
export function quoteCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
