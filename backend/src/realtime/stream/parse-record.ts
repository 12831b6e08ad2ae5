import type { Tuple } from './messages.ts'

/** Parses a composite value such as `(1,"a ""b""",)`. Empty fields are null. */
export function parseRecord(text: string): Tuple {
  const tuple: Tuple = []
  let field = ''
  let isQuoted = false
  let wasQuoted = false
  for (let i = 1; i < text.length; i += 1) {
    const char = text[i] ?? ''
    if (isQuoted && (char === '\\' || (char === '"' && text[i + 1] === '"'))) {
      i += 1
      field += text[i]
    } else if (char === '"') {
      isQuoted = !isQuoted
      wasQuoted = true
    } else if (!isQuoted && (char === ',' || (char === ')' && i === text.length - 1))) {
      tuple.push(field === '' && !wasQuoted ? null : field)
      field = ''
      wasQuoted = false
    } else field += char
  }
  return tuple
}
