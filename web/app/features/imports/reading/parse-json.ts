import { READING_LIMITS, UnreadableFileError } from './read-place.ts'

/** A parsed JSON text: one value, or one value per line. */
export type ParsedJson = { value: unknown } | { lines: unknown[]; damagedLines: number[] }

/** Parses JSON, JSON with comments and trailing commas, and NDJSON. Throws UnreadableFileError for anything else. */
export function parseJson(text: string): ParsedJson {
  const plain = text.replace(/^\ufeff/, '')
  try {
    return { value: JSON.parse(plain) }
  } catch {
    return parseLines(plain) ?? { value: parseRelaxed(plain) }
  }
}

function parseLines(text: string): ParsedJson | undefined {
  // RFC 8142 starts every record with a record separator.
  const lines = text
    .replaceAll('\u001e', '')
    .split(/\r?\n/)
    .filter((line) => line.trim())
  if (lines.some((line) => line.length > READING_LIMITS.lineLength)) return undefined
  const values: unknown[] = []
  const damagedLines: number[] = []
  lines.forEach((line, index) => {
    const value = tryParse(line)
    if (typeof value === 'object' && value !== null) values.push(value)
    else damagedLines.push(index + 1)
  })
  return values.length > 0 && values.length > damagedLines.length ? { lines: values, damagedLines } : undefined
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseRelaxed(text: string): unknown {
  const value = tryParse(removeComments(text))
  if (value !== undefined) return value
  const isCut = /^\s*[{[]/.test(text) && !/[}\]]\s*$/.test(text)
  throw new UnreadableFileError(
    isCut ? 'The file is incomplete. Please download or export it again.' : 'It is not valid JSON.',
  )
}

const STRING_OR_COMMENT = /"(?:[^"\\]|\\.)*"|\/\*[\s\S]*?\*\/|\/\/[^\n]*|,(?=\s*[}\]])|-?\b(?:NaN|Infinity)\b/g

/** Removes comments and trailing commas outside of strings. Python's NaN and Infinity become null. */
function removeComments(text: string): string {
  return text.replace(STRING_OR_COMMENT, (part) => {
    if (part.startsWith('"')) return part
    return /^-?[NI]/.test(part) ? 'null' : ' '
  })
}
