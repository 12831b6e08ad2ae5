import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

test('loads once for all calls', async () => {
  let count = 0
  const load = loadOnce(() => Promise.resolve(++count))
  expect(await Promise.all([load(), load()])).toEqual([1, 1])
  expect(await load()).toBe(1)
})

test('loads again after a failure', async () => {
  let count = 0
  const load = loadOnce(() => (++count === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(count)))
  await expect(load()).rejects.toThrow('offline')
  expect(await load()).toBe(2)
})
