import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { createPlace } from './create-place.ts'
import { createReading, type FileReading, READING_LIMITS } from './read-place.ts'

const LINK = /(?:https?:\/\/|geo:|om:)\S+/i
const NAME_IN_PATH = /\/place\/([^/@]+)/
const PAIR = /[+-]?\d{1,3}[.,]\d+°?\s*[NSns]?\s*[,;\s]\s*[+-]?\d{1,3}[.,]\d+°?\s*[EWew]?/

/** Reads links and coordinates, one a line, with a name before or behind them. */
export function readLines(file: string, text: string): FileReading {
  const reading = createReading(file, 'Links and coordinates')
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim()) addLine(reading, line.slice(0, READING_LIMITS.lineLength).trim(), index + 1)
  })
  return reading
}

function addLine(reading: FileReading, line: string, number: number): void {
  const text = LINK.exec(line)?.[0] ?? PAIR.exec(line)?.[0] ?? line
  const position = parsePosition(text)
  const title = line.replace(text, '').replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '')
  if (position.kind === 'point') reading.places.push(createPlace({ title: title || findName(text) }, position.point))
  else if (title || findName(text)) reading.places.push(createPlace({ title: title || findName(text) }, null))
  else if (text === line && /\p{L}{2}/u.test(line) && !LINK.test(line))
    reading.places.push(createPlace({ title: line }, null))
  else {
    const reason = position.kind === 'rejected' ? position.reason : 'There is neither a link nor a position.'
    reading.unreadable.push({ title: `Line ${number}`, reason })
  }
}

function findName(link: string): string {
  const name = NAME_IN_PATH.exec(link)?.[1]
  if (!name) return ''
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}
