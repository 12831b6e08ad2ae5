import { decodeEntities } from '#app/lib/format/html-entities.ts'

const LINE_ENDS = /<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^<>]*>/gi
// The classes exclude "<", so that a text of many opening brackets takes linear time.
const TAGS = /<\/?[a-z][^<>]*>|<!--[^<>]*-->/gi
/** Invisible characters: controls, zero-width and direction marks, except line breaks and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed here
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g
const LONGEST = 40_000

/** Converts the HTML of descriptions to plain text with line breaks. */
export function toPlainText(text: string, maxLength: number): string {
  const cut = text.length > LONGEST ? text.slice(0, LONGEST) : text
  const plain = /<[a-z!/]/i.test(cut) ? cut.replace(LINE_ENDS, '\n').replace(TAGS, '') : cut
  return shorten(tidy(decodeEntities(plain)).replace(/\n{3,}/g, '\n\n'), maxLength)
}

/** Converts a text to a single line. */
export function toLine(text: string, maxLength: number): string {
  return toPlainText(text, maxLength).replace(/\s+/g, ' ')
}

/** Removes invisible characters, those that the database cannot store, and spaces at both ends. */
export function tidy(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').toWellFormed().replaceAll('\ufffd', '').trim()
}

/** Shortens a text to a number of characters, as PostgreSQL counts them, and marks the cut with an ellipsis. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const letters = [...text]
  return letters.length <= maxLength
    ? text
    : `${letters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
}
