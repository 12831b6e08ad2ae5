/** The parameter of a page that a report was sent from without JavaScript. */
export const REPORT_SENT = 'reported'

/** Returns the URL of the page that a report was sent from, without the dialog and with the confirmation. */
export function toReportSent(page: string): string {
  const [path = '', query] = page.split('?')
  const search = new URLSearchParams(query)
  for (const name of ['do', 'report']) search.delete(name)
  search.set(REPORT_SENT, '1')
  return `${path}?${search}`
}
