import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { removalCommands } from './removal-command.ts'

const supabase = createClient('http://localhost:1', 'none', {
  auth: { persistSession: false, autoRefreshToken: false },
  global: { fetch: () => Promise.resolve(Response.json({ log_id: 7 })) },
})
const fields = { kind: 'comment', id: '5b4f7a52-9a0e-4a65-8d0e-2f6b7a1c9d10', chosen: 'rules' }

const remove = (form: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) data.set(name, value)
  return removalCommands['remove-content']?.({ supabase, form: data })
}

test('removes content only by a confirmed form', async () => {
  expect(await remove(fields)).toMatchObject({ message: expect.stringMatching(/^Nothing was removed\. Tick the box/) })
  expect(await remove({ ...fields, confirm: 'yes' })).toBeUndefined()
})
