import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { createLaterPart, Later } from './later-part.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

test('renders a part with the page on the server', () => {
  const part = createLaterPart(Greeting, async () => Greeting)
  expect(renderToString(<Later part={part} props={{ name: 'Anna' }} />)).toMatch(
    /<div id="[^"]+" class="contents"><p>Hello <!-- -->Anna<\/p><\/div>/,
  )
})

test('loads the module of a part once, and again after a failure', async () => {
  vi.useFakeTimers()
  const importPart = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('offline'))
  const part = createLaterPart(undefined, importPart)
  await expect(part.load()).rejects.toThrow('offline')
  expect(part.find()).toBeUndefined()
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  expect(await Promise.all([part.load(), part.load()])).toEqual([Greeting, Greeting])
  expect(part.find()).toBe(Greeting)
  expect(importPart).toHaveBeenCalledTimes(2)
})

test('gives React the same failure when it repeats a render that waited for the module', async () => {
  const importPart = vi.fn().mockRejectedValue(new Error('offline'))
  const part = createLaterPart(undefined, importPart)
  const failure = part.load()
  await expect(failure).rejects.toThrow('offline')
  expect(part.load()).toBe(failure)
  expect(importPart).toHaveBeenCalledTimes(1)
})

test('reports a module that does not load as missing, so that the HTML of the server stays', async () => {
  const part = createLaterPart(undefined, () => Promise.reject(new Error('offline')))
  expect(await part.loadIfPossible()).toBeUndefined()
})
