import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { runSettingsAction } from './settings-actions.ts'
import { findSettingsSection } from './settings-sections.ts'

/** A client whose service cannot be reached, without a session: what is refused must be refused before it is asked. */
const supabase = createClient('http://localhost:1', 'none', {
  auth: { persistSession: false, autoRefreshToken: false },
  global: { fetch: () => Promise.reject(new TypeError('unreachable')) },
})

function createForm(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

async function run(fields: Record<string, string>) {
  const end = await runSettingsAction(supabase, createForm(fields), 'http://localhost:3000')
  return end?.kind === 'reply' ? end.reply : undefined
}

test('two passwords that differ are refused at the second field, and neither comes back', async () => {
  const reply = await run({ intent: 'password', password: 'correct horse', repeated_password: 'correct house' })
  expect(reply?.rejection?.fieldErrors).toEqual({
    repeated_password: 'The two are not the same. Please type it once more.',
  })
  expect(JSON.stringify(reply?.rejection?.values)).not.toContain('horse')
})

test('a short password and a broken address are told at their fields', async () => {
  const password = await run({ intent: 'password', password: 'short', repeated_password: 'short' })
  expect(password?.rejection?.fieldErrors).toHaveProperty('password')
  const email = await run({ intent: 'email', email: 'nobody' })
  expect(email?.rejection?.fieldErrors).toHaveProperty('email')
})

test('a form of another kind is left to others, also one named after a property of objects', async () => {
  expect(await run({ intent: 'profile' })).toBeUndefined()
  expect(await run({ intent: 'constructor' })).toBeUndefined()
  expect(await run({})).toBeUndefined()
})

test('a part that does not exist is none', () => {
  expect(findSettingsSection(new URLSearchParams('part=security'))).toBe('security')
  expect(findSettingsSection(new URLSearchParams('part=constructor'))).toBeNull()
})
