import { expect, onTestFinished, test, vi } from 'vitest'
import { isConnectionSpared, PREFETCH_DELAY_MS } from './connection.ts'
import { fetchPrerendered } from './prefetch.ts'

function response(respond: () => Response | Promise<Response>): string[] {
  const requested: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    return respond()
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return requested
}

test('fetches the list of prerendered pages a second after the page is ready (runtime 7.2)', async () => {
  expect(PREFETCH_DELAY_MS).toBe(1000)
  const requested = response(() => Response.json({ id: 'b1', prerendered: ['/about'] }))
  expect(await fetchPrerendered('b1')).toEqual(['/about'])
  expect(requested).toEqual(['/assets/builds/meta/b1.json'])
})

test('logs a warning when the rules of a build do not load, and uses none (runtime 5.2)', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  onTestFinished(() => warn.mockRestore())
  for (const respond of [
    () => new Response('', { status: 404 }),
    () => new Response('<html>'),
    () => Promise.reject(new TypeError('fetch failed')),
  ]) {
    warn.mockClear()
    response(respond)
    expect(await fetchPrerendered('b1')).toBeUndefined()
    expect(warn.mock.calls[0]?.[0]).toBe('The rules of the build /assets/builds/meta/b1.json could not be loaded.')
  }
})

test('prefetches nothing for an invalid list (runtime 7.2)', async () => {
  for (const prerendered of ['all', undefined, [7, null]]) {
    response(() => Response.json({ prerendered }))
    expect(await fetchPrerendered('b1')).toEqual([])
  }
})

test('prefetches nothing on slow connections or with data saving (runtime 7.2)', () => {
  expect(isConnectionSpared({ connection: { effectiveType: 'slow-2g' } })).toBe(true)
  expect(isConnectionSpared({ connection: { effectiveType: '4g', saveData: true } })).toBe(true)
  expect(isConnectionSpared({ connection: { effectiveType: '2g' } })).toBe(false)
  expect(isConnectionSpared({})).toBe(false)
})
