import { afterEach, expect, test, vi } from 'vitest'
import { loadOnceOnline } from './load-once-online.ts'

const FAILURE = new TypeError('Failed to fetch dynamically imported module: /assets/map.js')

afterEach(() => {
  vi.unstubAllGlobals()
})

test('waits for the network, and loads what did not load offline once more', async () => {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.stubGlobal('navigator', { onLine: false })
  const load = vi.fn(async () => 'module').mockRejectedValueOnce(FAILURE)
  const settled = vi.fn()
  const loading = loadOnceOnline(load).finally(settled)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(settled).not.toHaveBeenCalled()
  expect(load).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new Event('online'))
  expect(await loading).toBe('module')
})

test('rejects when a file of the app is missing, or its code fails', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  await expect(loadOnceOnline(() => Promise.reject(FAILURE))).rejects.toBe(FAILURE)
  vi.stubGlobal('navigator', { onLine: false })
  const fault = new Error('a fault in the module')
  await expect(loadOnceOnline(() => Promise.reject(fault))).rejects.toBe(fault)
})
