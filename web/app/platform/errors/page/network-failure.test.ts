import { expect, onTestFinished, test, vi } from 'vitest'
import { isNetworkFailure } from './network-failure.ts'

function setOnLine(onLine: boolean) {
  vi.stubGlobal('navigator', { onLine })
  onTestFinished(() => void vi.unstubAllGlobals())
}

test("recognises every browser's message for a fetch without a response (runtime 3.1)", () => {
  for (const message of [
    'Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
    'The network connection was lost.',
    'The Internet connection appears to be offline.',
  ]) {
    expect(isNetworkFailure(new TypeError(message)), message).toBe(true)
  }
  for (const other of [new TypeError('x is not a function'), new Error('Failed to fetch'), 'Failed to fetch', null]) {
    expect(isNetworkFailure(other)).toBe(false)
  }
})

test('counts a chunk that does not load only while the browser is offline (runtime 6.1)', () => {
  const error = new TypeError('Failed to fetch dynamically imported module: https://own.example/assets/map-1.js')
  setOnLine(true)
  expect(isNetworkFailure(error)).toBe(false)
  setOnLine(false)
  expect(isNetworkFailure(error)).toBe(true)
})
