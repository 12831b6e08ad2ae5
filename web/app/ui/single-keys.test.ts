import { expect, onTestFinished, test, vi } from 'vitest'
import { isSingleKey } from './single-keys.ts'

test('keeps shortcuts on in a browser that stores nothing', () => {
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(isSingleKey({ ctrlKey: false, metaKey: false, altKey: false, target: null })).toBe(true)
})
