import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { frameWaitMiddleware, waitForFrame } from './frame-wait.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const url = new URL('http://here/about')
const CALL = { request: new Request(url), url, pattern: 'about', params: {}, context: new RouterContextProvider() }

/** Returns the duration of a wait in milliseconds, in a browser whose next frame comes after the given time. */
async function measure(frameMs: number | undefined): Promise<number> {
  const start = Date.now()
  let endedMs = Number.NaN
  const requestAnimationFrame = (run: FrameRequestCallback) => {
    if (frameMs !== undefined) setTimeout(run, frameMs)
    return 0
  }
  const browser = { requestAnimationFrame, setTimeout } as unknown as Parameters<typeof waitForFrame>[0]
  void waitForFrame(browser).then(() => {
    endedMs = Date.now() - start
  })
  await vi.advanceTimersByTimeAsync(500)
  return endedMs
}

test('delays a page change by one frame and a task (runtime 7.3)', async () => {
  // A task of the fake clock takes a millisecond.
  expect(await measure(16)).toBe(17)
  expect(await measure(60)).toBe(61)
})

test('waits at most 100 milliseconds without frames (runtime 7.3)', async () => {
  expect(await measure(undefined)).toBe(100)
  expect(await measure(300)).toBe(100)
})

test('does not delay revalidations and fetcher calls (runtime 7.3)', async () => {
  const waits: number[] = []
  for (const location of [undefined, { pathname: '/about' }]) {
    vi.stubGlobal('window', {
      __reactRouterDataRouter: { state: { navigation: { location } } },
      requestAnimationFrame: () => 0,
      setTimeout: (run: () => void, ms: number) => {
        waits.push(ms)
        run()
      },
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    await frameWaitMiddleware(CALL, async () => ({}))
    expect(waits).toEqual(location ? [100] : [])
  }
})

test('loads data while a page change waits for its frame (runtime 7.3)', async () => {
  const order: string[] = []
  vi.stubGlobal('window', {
    __reactRouterDataRouter: { state: { navigation: { location: { pathname: '/about' } } } },
    requestAnimationFrame: (run: FrameRequestCallback) => setTimeout(run, 16),
    setTimeout,
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const load = async () => {
    order.push('load')
    return {}
  }
  const change = Promise.resolve(frameWaitMiddleware(CALL, load)).then(() => order.push('change'))
  expect(order).toEqual(['load'])
  await vi.advanceTimersByTimeAsync(16)
  expect(order).toEqual(['load'])
  await vi.advanceTimersByTimeAsync(1)
  await change
  expect(order).toEqual(['load', 'change'])
})
