import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFile } from './read-files.ts'

const FOLDER = join(import.meta.dirname, '../../../../../../shared/data/import')
const isHere = existsSync(FOLDER)

interface Expected {
  places?: number
  named?: number
  name_only?: number
  invalid?: number
  about?: string
}

const expected: [string, Expected][] = isHere
  ? Object.entries(JSON.parse(readFileSync(join(FOLDER, 'EXPECTED.json'), 'utf8')) as Record<string, Expected>)
  : []

function read(file: string) {
  const { readings, problems } = readFile(file.replace(/^.*\//, ''), readFileSync(join(FOLDER, file)))
  const places = readings.flatMap((reading) => reading.places)
  return {
    problems,
    readings,
    placed: places.filter(({ point }) => point).length,
    unplaced: places.filter(({ point }) => !point).length,
    named: places.filter(({ point, title }) => point && title).length,
    unreadable: readings.flatMap((reading) => reading.unreadable).length,
  }
}

/** Digits that may be converted or rejected: a decimal comma, hexadecimal, a Unicode minus, Arabic digits. */
const MAY_CONVERT: Record<string, number> = { 'csv/derived-odd-coordinates.csv': 4 }

describe.skipIf(!isHere)('files of other programs (needs the files of ../shared/data)', () => {
  const brought = expected.filter(([file]) => !file.startsWith('hostile/'))
  test.each(brought)('reads the places of %s', (file, counts) => {
    const { placed, unplaced } = read(file)
    expect(placed).toBeGreaterThanOrEqual(counts.places ?? 0)
    expect(placed).toBeLessThanOrEqual((counts.places ?? 0) + (MAY_CONVERT[file] ?? 0))
    if (counts.name_only !== undefined) expect(unplaced).toBe(counts.name_only)
  })

  test.each(expected.filter(([file]) => file.startsWith('hostile/')))('survives %s', (file, { about }) => {
    const started = process.cpuUsage()
    const { placed, problems, readings } = read(file)
    // Measures CPU time, because a busy machine takes longer.
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000)
    const isExplained = problems.length > 0 || readings.some(({ otherCount }) => otherCount > 0)
    expect(placed > 0 || isExplained, about).toBe(true)
    expect(Object.hasOwn({}, 'isAdmin')).toBe(false)
  })
})
