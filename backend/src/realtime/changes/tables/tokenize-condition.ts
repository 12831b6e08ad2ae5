/**
 * A token of a condition. A constant includes its type. A name is a quoted identifier; marks are parentheses and the
 * like.
 */
export interface Token {
  kind: 'constant' | 'word' | 'name' | 'operator' | 'mark' | 'other'
  value: string
  start: number
  end: number
}

/** `with time zone`, `character varying(20)[]` and `public.status` follow the first word of a type. */
const TYPE = /::(?:[a-z_][\w$]*|"[^"]+")(?:\.(?:[a-z_][\w$]*|"[^"]+")|(?: [a-z]+)+)?(?:\(\d+(?:,\d+)?\))?(?:\[\])*/
const PATTERNS: [Token['kind'], RegExp][] = [
  // Only constants may have a type. Other casts may call functions.
  ['constant', new RegExp(`(?:'(?:[^']|'')*'|NULL(?=::)|\\d+(?:\\.\\d+)?)(?:${TYPE.source})?`, 'y')],
  ['word', /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy],
  ['name', /"(?:[^"]|"")+"/y],
  ['operator', /[-+*/<>=~!@#%^&|`?]+/y],
  ['mark', /[()[\],]/y],
  ['other', /::|[.:;]/y],
]

/** Splits a condition as PostgreSQL prints it. Returns undefined when it contains anything unknown. */
export function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = []
  let start = 0
  while (start < text.length) {
    if (/\s/.test(text.charAt(start))) {
      start += 1
      continue
    }
    const token = readToken(text, start)
    if (!token) return undefined
    tokens.push(token)
    start = token.end
  }
  return tokens
}

function readToken(text: string, start: number): Token | undefined {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = start
    const [match] = pattern.exec(text) ?? []
    if (match === undefined) continue
    const value = kind === 'name' ? match.slice(1, -1).replaceAll('""', '"') : match
    return { kind, value, start, end: start + match.length }
  }
  return undefined
}
