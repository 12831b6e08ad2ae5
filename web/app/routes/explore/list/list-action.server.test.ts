import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { runListAction } from './list-action.server.ts'

const viewer = { id: '27b197f2-a3ab-4ca6-a5d3-47ff2c793529' } as Parameters<typeof runListAction>[3]
const url = new URL('http://localhost:3000/explore?list=abc&edit=1')

/** Sends a form to a list. The database changes this many rows. */
function run(fields: Record<string, string>, changed: number) {
  const supabase = createClient('http://localhost:1', 'none', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: () => Promise.resolve(Response.json(Array.from({ length: changed }, () => ({ id: 'abc' })))) },
  })
  return runListAction(new Request(url, { method: 'POST', body: new URLSearchParams(fields) }), url, supabase, viewer)
}

const note = { intent: 'note', spot: 'm2hxg3jd5fvb', note: 'Go early' }

test('rejects a note for a list that was deleted meanwhile, and gives it back', async () => {
  expect(await run(note, 0)).toMatchObject({
    data: { rejection: { message: expect.stringContaining('Not saved.'), values: { note: 'Go early' } } },
    init: { status: 400 },
  })
  expect(await run(note, 1)).toMatchObject({ rejection: undefined })
})
