/** `JSON.parse` accepts values that are nested so deep that `JSON.stringify` throws. */
const MAX_DEPTH = 500

const [QUOTE, BACKSLASH] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)]
const OPENING = ['[', '{'].map((char) => char.charCodeAt(0))
const CLOSING = [']', '}'].map((char) => char.charCodeAt(0))

/** Parses JSON of a client. Returns undefined when it is invalid, or nested too deep to be rendered again. */
export function parseJson(text: string): unknown {
  try {
    return isShallow(text) ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

function isShallow(text: string): boolean {
  let depth = 0
  let isQuoted = false
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (isQuoted && code === BACKSLASH) i += 1
    else if (code === QUOTE) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (OPENING.includes(code)) depth += 1
    else if (CLOSING.includes(code)) depth -= 1
    if (depth > MAX_DEPTH) return false
  }
  return true
}
