import { expect, test } from 'vitest'
import type { DraftRow } from './draft-rows.ts'
import { keepCorrections } from './keep-corrections.ts'

test('keeps the corrections of rows whose names or positions were read from other columns', () => {
  const read = createRows(['Pier', 1], ['Buoy', 2], ['Reef', 3])
  const corrected = read.map((row) =>
    row.title === 'Buoy' ? { ...row, category: 'museum' as const, list: 'Sea' } : row,
  )
  const renamed = createRows(['Harbour', 1], ['Sandbank', 2], ['Shoal', 3])
  expect(keepCorrections(read, corrected, renamed)).toEqual([
    renamed[0],
    { ...renamed[1], category: 'museum', list: 'Sea' },
    renamed[2],
  ])
  const unplaced = createRows(['Pier', null], ['Buoy', null], ['Reef', null])
  expect(keepCorrections(read, corrected, unplaced)[1]).toEqual({ ...unplaced[1], category: 'museum', list: 'Sea' })
})

test('keeps only what was corrected of a row', () => {
  const read = createRows(['Pier', 1])
  const corrected = read.map((row) => ({ ...row, isSkipped: true }))
  const again = read.map((row) => ({ ...row, list: 'From the file', category: 'summit' as const }))
  expect(keepCorrections(read, corrected, again)).toEqual([{ ...again[0], isSkipped: true }])
})

test('finds corrected rows by name or position when more or fewer rows can be read', () => {
  const read = createRows(['Pier', 1], ['Buoy', 2], ['Twin', 3], ['Twin', 4])
  const corrected = read.map((row) => ({ ...row, list: `List of ${row.lng}` }))
  const again = createRows(['Buoy', 2], ['Pier', 9], ['Renamed', 3], ['Twin', 8], ['Twin', 4])
  expect(keepCorrections(read, corrected, again).map(({ list }) => list)).toEqual([
    'List of 2',
    'List of 1',
    'List of 3',
    '',
    'List of 4',
  ])
})

test('does not give the corrections of one row to another of the same number', () => {
  const read = createRows(['Pier', 1], ['Buoy', 2])
  const corrected = read.map((row, index) => ({ ...row, isSkipped: index === 0 }))
  const again = createRows(['Buoy', 2], ['Pier', 1])
  again[1] = { ...createRow('Pier', null, 2), state: 'unreadable' }
  expect(keepCorrections(read, corrected, again).map(({ isSkipped }) => isSkipped)).toEqual([false, true])
})

test('returns the rows themselves when nothing was corrected', () => {
  const again = createRows(['Pier', 1])
  const read = createRows(['Pier', 1])
  expect(keepCorrections(read, read, again)).toBe(again)
})

function createRows(...rows: [title: string, lng: number | null][]): DraftRow[] {
  return rows.map(([title, lng], index) => createRow(title, lng, index + 1))
}

function createRow(title: string, lng: number | null, number: number): DraftRow {
  const texts = { description: '', address: '', website: '', list: '', reason: '', foundAs: '' }
  const state = lng === null ? 'pinless' : 'new'
  return { number, title, category: 'coast', lng, lat: lng, tags: [], isSkipped: false, state, ...texts }
}
