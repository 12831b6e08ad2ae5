import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { runModerationAction } from './moderation-action.server.ts'

const called: string[] = []
const supabase = createClient('http://localhost:1', 'none', {
  auth: { persistSession: false, autoRefreshToken: false },
  global: {
    fetch: (input) => {
      called.push(String(input))
      return Promise.resolve(Response.json({ log_id: 7 }))
    },
  },
})
const url = new URL('http://localhost:3000/account/moderation')

const run = (fields: Record<string, string>) =>
  runModerationAction(new Request(url, { method: 'POST', body: new URLSearchParams(fields) }), url, supabase)

const removals: Record<string, string>[] = [
  { intent: 'remove-all', member: 'm', item: 'spot:1', ban: 'yes' },
  { intent: 'decide', kind: 'spot', id: '1', verdict: 'removed', chosen: 'spam' },
]

test.each(removals)('removes nothing by a form that is not confirmed: $intent', async (fields) => {
  called.length = 0
  expect(await run(fields)).toMatchObject({
    data: { rejection: { message: 'Nothing was removed. Tick the box to confirm, then send it again.' } },
    init: { status: 400 },
  })
  expect(called).toEqual([])
})

test.each(removals)('removes after a confirmation: $intent', async (fields) => {
  expect(await run({ ...fields, confirm: 'yes' })).toMatchObject({ status: 303 })
})

test('approves without a confirmation', async () => {
  expect(await run({ intent: 'decide', kind: 'spot', id: '1', verdict: 'approved' })).toMatchObject({ status: 303 })
})
