import { expect, test } from 'vitest'
import { createDrawingQueue, QueueFullError } from '../../functions/image-card/drawing-queue.ts'

const PNG = { png: new Uint8Array([1]), isComplete: true }

test('rejects cards when 20 are being drawn or waiting', async () => {
  const draw = createDrawingQueue()
  const { promise, resolve } = Promise.withResolvers<typeof PNG>()
  const drawings = Array.from({ length: 20 }, (_, index) => draw(`card ${index}`, () => promise))
  await expect(draw('one more', () => promise)).rejects.toThrow(QueueFullError)
  resolve(PNG)
  await Promise.all(drawings)
  expect(await draw('one more', async () => PNG)).toBe(PNG)
})

test('draws a card once for concurrent requests, and again after a failure or without its picture', async () => {
  const draw = createDrawingQueue()
  let drawn = 0
  const outcomes = [async () => Promise.reject(new Error('no font')), async () => ({ ...PNG, isComplete: false })]
  const drawNext = () => {
    drawn += 1
    return outcomes.shift()?.() ?? Promise.resolve(PNG)
  }
  await expect(draw('a', drawNext)).rejects.toThrow('no font')
  expect((await draw('a', drawNext)).isComplete).toBe(false)
  await Promise.all([draw('a', drawNext), draw('a', drawNext)])
  await draw('a', drawNext)
  expect(drawn).toBe(3)
})
