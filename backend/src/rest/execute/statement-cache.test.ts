import { expect, test } from 'vitest'
import { createStatementCache } from './statement-cache.ts'

test('prepares a statement from its second use on', () => {
  const cache = createStatementCache()
  expect(['a', 'a', 'b', 'a'].map((text) => cache.shouldPrepare(text))).toEqual([false, true, false, true])
})

test('limits the number of names, however many statements there are', () => {
  const cache = createStatementCache()
  const texts = Array.from({ length: 5000 }, (_, i) => `select ${i}`)
  const prepared = texts.filter((text) => !cache.shouldPrepare(text) && cache.shouldPrepare(text))
  expect(prepared.length).toBeGreaterThan(100)
  expect(prepared.length).toBeLessThan(1000)
})

test('frees the names after every connection has been replaced', () => {
  let now = 0
  const cache = createStatementCache(() => now)
  for (let i = 0; i < 5000; i += 1) for (let time = 0; time < 2; time += 1) cache.shouldPrepare(`select ${i}`)
  expect([cache.shouldPrepare('late'), cache.shouldPrepare('late')]).toEqual([false, false])
  now = 60 * 60 * 1000
  expect([cache.shouldPrepare('late'), cache.shouldPrepare('late')]).toEqual([true, true])
})
