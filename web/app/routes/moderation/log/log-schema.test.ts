import { expect, test } from 'vitest'
import type { Supabase } from '#app/lib/supabase.ts'
import { getLogPage, readLogFilter } from './log-schema.ts'

test('leaves out filters that the database would reject', () => {
  const none = { q: '', actor: '', action: '', month: '' }
  expect(readLogFilter(new URLSearchParams({ actor: '-'.repeat(36), month: '2026-13', action: '1' }))).toEqual(none)
  const actor = 'dbb1c5f4-62a3-4a1c-8c2f-6f3f0d3f2b11'
  expect(readLogFilter(new URLSearchParams({ actor }))).toEqual({ ...none, actor })
})

test('reads entries about a spot that was deleted with the account of its author', async () => {
  const entry = {
    ...{ id: 1, at: '2026-11-20T10:00:00Z', actor: null, is_site: false, action: 'removed', kind: 'spot' },
    ...{ target_id: 'gone', title: 'Old ferry', reason: 'Duplicate', author: null, may_restore: null },
  }
  const data = { counts: { reports: 0, waiting: 0, suggestions: 0 }, entries: [entry], moderators: [] }
  const supabase = { rpc: async () => ({ data, error: null }) } as unknown as Supabase
  const all = { q: '', actor: '', action: '', month: '' }
  expect(await getLogPage(supabase, all, { before: undefined, most: 100 })).toEqual(data)
})
