import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { createLaterPart, Later } from './later-part.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

test('renders a part with the page on the server', () => {
  const part = createLaterPart(Greeting, async () => Greeting)
  expect(renderToString(<Later part={part} props={{ name: 'Anna' }} />)).toContain('<p>Hello <!-- -->Anna</p>')
})

test('loads the module of a part once, and again after a failure', async () => {
  const importPart = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('offline'))
  const part = createLaterPart(undefined, importPart)
  await expect(part.load()).rejects.toThrow('offline')
  expect(part.find()).toBeUndefined()
  expect(await Promise.all([part.load(), part.load()])).toEqual([Greeting, Greeting])
  expect(part.find()).toBe(Greeting)
  expect(importPart).toHaveBeenCalledTimes(2)
})

test('leaves the HTML of the server when the module of a part does not load', async () => {
  const part = createLaterPart(undefined, async () => {
    throw new Error('offline')
  })
  const settled = vi.fn()
  part.loadIfPossible().then(settled, settled)
  await expect(part.load()).rejects.toThrow('offline')
  expect(settled).not.toHaveBeenCalled()
})
