import { expect, test } from 'vitest'
import { isListsTab } from './app-bottom-bar.tsx'

test('distinguishes the lists of the account page from its other tabs', () => {
  expect(isListsTab({ pathname: '/account', hash: '#lists' })).toBe(true)
  expect(isListsTab({ pathname: '/account', hash: '#stories' })).toBe(false)
  expect(isListsTab({ pathname: '/account', hash: '' })).toBe(false)
  expect(isListsTab({ pathname: '/explore', hash: '#lists' })).toBe(false)
})
