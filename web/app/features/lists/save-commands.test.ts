import { expect, test } from 'vitest'
import type { Supabase } from '#app/lib/supabase.ts'
import { saveCommands } from './save-commands.ts'

test('returns whether the spot is on the list, so that a skipped response does not invert the check box', async () => {
  const rpc = () => Promise.resolve({ data: { id: 'abc', title: 'Walks' }, error: null, status: 200 })
  const form = new FormData()
  form.set('list', 'abc')
  form.set('on', 'false')
  const call = { supabase: { rpc } as unknown as Supabase, spotId: 'spot', form, savedTo: null }
  expect(await saveCommands['set-list']?.(call)).toBeUndefined()
  expect(call.savedTo).toMatchObject({ id: 'abc', isOn: false })
})
