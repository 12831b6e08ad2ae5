import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createImageRenderer } from './image-renderer.ts'
import { parseRenderQuery } from './render-options.ts'
import { createSharedRenders } from './shared-renders.ts'

test('holds in memory only the sources that are being rendered, however many requests wait', async () => {
  const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const renderer = createImageRenderer(2)
  let [held, maxHeld] = [0, 0]
  const readSource = async () => {
    held += 1
    maxHeld = Math.max(maxHeld, held)
    await sleep(1)
    return picture
  }
  const options = parseRenderQuery(new URLSearchParams('width=40'))
  const render = () => renderer.render(readSource, options, () => 'jpeg').finally(() => (held -= 1))
  const rendered = await Promise.all(Array.from({ length: 50 }, render))
  expect(rendered).toHaveLength(50)
  expect(maxHeld).toBe(2)
})

test('renders once for all requests that arrive while a render is in progress', async () => {
  const shared = createSharedRenders()
  let count = 0
  const render = async () => {
    count += 1
    await sleep(1)
    return Uint8Array.of(count)
  }
  const run = (key: string) => shared.run(key, render)
  const [first, second] = await Promise.all([run('a'), run('a'), run('b')])
  expect(second).toBe(first)
  expect(count).toBe(2)
  await run('a')
  expect(count).toBe(3)
})
