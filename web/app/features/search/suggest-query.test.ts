import { expect, test, vi } from 'vitest'
import type { Supabase } from '#app/lib/supabase.ts'
import { listSuggestions } from './suggest-query.ts'

test('shortens a long text without half a character, which the database would reject', async () => {
  const rpc = vi.fn().mockResolvedValue({ data: [], error: null, status: 200 })
  await listSuggestions({ rpc } as unknown as Supabase, `${'a'.repeat(99)}🏔`)
  const { q } = rpc.mock.lastCall?.[1] ?? {}
  expect(q.length).toBe(100)
  expect(q.isWellFormed()).toBe(true)
})
