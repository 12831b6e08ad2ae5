import { expect, test } from 'vitest'
import { createTableQueue, type QueuedRow } from './table-queue.ts'

const RELATION = { oid: 1, schema: 'public', name: 'notes', identity: 'd', columns: [] }
const toRow = (text: string): QueuedRow => ({
  row: { kind: 'insert', relation: RELATION, new: [text], size: 1 },
  commit: { time: new Date() },
})

test('processes rows in order, at most 300 at once, and pauses longer the larger a batch was', async () => {
  const batches: { at: number; texts: unknown[] }[] = []
  const queue = createTableQueue(async (rows) => {
    batches.push({ at: performance.now(), texts: rows.map(({ row }) => row.kind === 'insert' && row.new[0]) })
  })
  const texts = Array.from({ length: 630 }, (_, i) => String(i))
  await Promise.all(texts.map((text) => queue.add(toRow(text))))
  await queue.add(toRow('last'))
  expect(batches.map(({ texts: batch }) => batch.length)).toEqual([300, 300, 30, 1])
  expect(batches.flatMap(({ texts: batch }) => batch)).toEqual([...texts, 'last'])
  const [, full = { at: 0 }, small = { at: 0 }, last = { at: 0 }] = batches
  expect(small.at - full.at).toBeGreaterThan(90)
  expect(last.at - small.at).toBeGreaterThan(25)
})

test('pauses briefly after small batches', async () => {
  const startedAt: number[] = []
  const queue = createTableQueue(async () => void startedAt.push(performance.now()))
  for (const text of ['a', 'b', 'c']) await queue.add(toRow(text))
  const [first = 0, , third = 0] = startedAt
  expect(third - first).toBeGreaterThan(15)
  expect(third - first).toBeLessThan(60)
})
