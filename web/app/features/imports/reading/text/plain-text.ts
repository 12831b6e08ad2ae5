const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const LINE_ENDS = /<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^<>]*>/gi
// The classes exclude "<", so that a text of many opening brackets takes linear time.
const TAGS = /<\/?[a-z][^<>]*>|<!--[^<>]*-->/gi
/** Characters that show nothing: controls, zero-width and direction marks, except line breaks and tabs. */
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

function tidy(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').toWellFormed().replaceAll('\ufffd', '').trim()
}

/** Replaces the entities of HTML and XML by their characters. Unknown ones stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (all, decimal, hex, name: string | undefined) => {
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
      if (Number.isInteger(code)) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
      return Object.hasOwn(ENTITIES, name?.toLowerCase() ?? '') ? (ENTITIES[name?.toLowerCase() ?? ''] ?? all) : all
    },
  )
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
