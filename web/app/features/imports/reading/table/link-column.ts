const LINK = /^(?:https?:\/\/|geo:)\S+$/i
const LINE_END = /\r\n?|\n/
/** The number of characters that show what a text is. */
const START_LENGTH = 20_000

/**
 * Returns the links of a text in which every line is one link, possibly below the name of the column. Undefined for
 * other texts. Such a table cannot be split at commas, because links contain them.
 */
export function findLinksOnly(text: string): string[] | undefined {
  const start = text.slice(0, START_LENGTH).split(LINE_END)
  // The last line may be cut.
  const known = start.length > 2 ? start.slice(0, -1) : start
  if (
    !known.every(
      (line, index) => !line.trim() || LINK.test(toCell(line)) || (index === 0 && /^[^:,;\t]{1,40}$/.test(line)),
    )
  )
    return undefined
  const links = text.split(LINE_END).map(toCell)
  return known.some((line) => LINK.test(toCell(line))) ? links.slice(LINK.test(links[0] ?? '') ? 0 : 1) : undefined
}

/** Removes the quotation marks around the only cell of a line, and empty cells after it. */
function toCell(line: string): string {
  return line
    .trim()
    .replace(/^\ufeff/, '')
    .replace(/[,;]+$/, '')
    .replace(/^"(.*)"$/, '$1')
}

/** Joins a link that was split, because it contains commas and is not quoted. */
export function joinLink(row: string[], width: number, column: number | undefined): string[] {
  const extra = row.length - width
  if (extra <= 0 || column === undefined || !/^\s*(?:https?:|geo:)/i.test(row[column] ?? '')) return row
  return [...row.slice(0, column), row.slice(column, column + extra + 1).join(','), ...row.slice(column + extra + 1)]
}
