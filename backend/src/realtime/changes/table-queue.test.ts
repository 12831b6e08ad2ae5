import { expect, test } from 'vitest'
import { createTableQueue, type QueuedRow } from './table-queue.ts'

const RELATION = { oid: 1, schema: 'public', name: 'notes', identity: 'd', columns: [] }
const toRow = (text: string): QueuedRow => ({
  row: { kind: 'insert', relation: RELATION, new: [text], size: 1 },
  commit: { time: new Date() },
})

test('processes rows in order, at most a hundred at once, and rests between small batches', async () => {
  const batches: { at: number; texts: unknown[] }[] = []
  const queue = createTableQueue(async (rows) => {
    batches.push({ at: performance.now(), texts: rows.map(({ row }) => row.kind === 'insert' && row.new[0]) })
  })
  const texts = Array.from({ length: 230 }, (_, i) => String(i))
  await Promise.all(texts.map((text) => queue.add(toRow(text))))
  await queue.add(toRow('last'))
  expect(batches.map(({ texts: batch }) => batch.length)).toEqual([100, 100, 30, 1])
  expect(batches.flatMap(({ texts: batch }) => batch)).toEqual([...texts, 'last'])
  const [, full = { at: 0 }, small = { at: 0 }, last = { at: 0 }] = batches
  expect(small.at - full.at).toBeGreaterThan(5)
  expect(last.at - small.at).toBeGreaterThan(5)
})
