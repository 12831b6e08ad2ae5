import { expect, test } from 'vitest'
import { readLogFilter } from './log-schema.ts'

test('leaves out filters that the database would reject', () => {
  const none = { q: '', actor: '', action: '', month: '' }
  expect(readLogFilter(new URLSearchParams({ actor: '-'.repeat(36), month: '2026-13', action: '1' }))).toEqual(none)
  const actor = 'dbb1c5f4-62a3-4a1c-8c2f-6f3f0d3f2b11'
  expect(readLogFilter(new URLSearchParams({ actor }))).toEqual({ ...none, actor })
})
