import { createClient } from '@supabase/supabase-js'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { shouldRevalidate } from './account-settings.tsx'
import { runSettingsAction } from './settings-actions.ts'
import { findSettingsSection } from './settings-sections.ts'

/** A client without a session whose service cannot be reached, for forms that must be rejected before any request. */
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
  return end?.kind === 'response' ? end.response : undefined
}

test('rejects two different passwords at the second field without returning them', async () => {
  const response = await run({ intent: 'password', password: 'correct horse', repeated_password: 'correct house' })
  expect(response?.rejection?.fieldErrors).toEqual({
    repeated_password: 'The two passwords do not match. Please type them again.',
  })
  expect(JSON.stringify(response?.rejection?.values)).not.toContain('horse')
})

test('shows a short password and an invalid address at their fields', async () => {
  const password = await run({ intent: 'password', password: 'short', repeated_password: 'short' })
  expect(password?.rejection?.fieldErrors).toHaveProperty('password')
  const email = await run({ intent: 'email', email: 'nobody' })
  expect(email?.rejection?.fieldErrors).toHaveProperty('email')
})

test('keeps the code field of a new phone when another code cannot be sent', async () => {
  const begun = {
    factorId: '6f1f9a52-6f2e-4d6c-9d0f-0d8a5a3a7f10',
    challengeId: '',
    phone: '+4915112345678',
    name: 'x',
  }
  const response = await run({ intent: 'factor-code-again', step: 'add-phone', ...begun })
  expect(response).toMatchObject({ step: 'add-phone', begun, rejection: { message: expect.any(String) } })
})

test('ignores unknown forms, including those named after an object property', async () => {
  expect(await run({ intent: 'profile' })).toBeUndefined()
  expect(await run({ intent: 'constructor' })).toBeUndefined()
  expect(await run({})).toBeUndefined()
})

test('does not request the deletion of an account by a form that is not confirmed', async () => {
  const response = await run({ intent: 'delete-account', content: 'remove' })
  expect(response?.rejection).toMatchObject({
    message: 'Nothing has changed. Tick the box to confirm, then send it again.',
    values: { content: 'remove' },
  })
  const confirmed = await run({ intent: 'delete-account', content: 'remove', confirm: 'yes' })
  expect(confirmed?.rejection?.message).toMatch(/could not reach/)
})

test('finds no section for an unknown name', () => {
  expect(findSettingsSection(new URLSearchParams('section=security'))).toBe('security')
  expect(findSettingsSection(new URLSearchParams('section=constructor'))).toBeNull()
})

test('rejects a token without a name or with an unknown scope or lifetime at its fields', async () => {
  const response = await run({ intent: 'create-token', step: 'new', name: ' ', scope: 'admin', days: '4000' })
  expect(Object.keys(response?.rejection?.fieldErrors ?? {})).toEqual(['name', 'scope', 'days'])
  expect(response).toMatchObject({ step: 'new', rejection: { values: { days: '4000' } } })
})

test('keeps the form of a token when the service cannot be reached', async () => {
  const response = await run({ intent: 'create-token', step: 'new', name: 'Backup', scope: 'read', days: '30' })
  expect(response?.rejection).toMatchObject({
    message: expect.stringMatching(/could not reach/),
    values: { name: 'Backup' },
  })
})

test.each<Record<string, string>>([
  { intent: 'notifications', digest_hour: '24', time_zone: 'UTC' },
  { intent: 'notifications', digest_hour: '8', time_zone: '' },
  { intent: 'unblock', member: 'mara' },
])('says above the section why a form without fields for errors was rejected: %o', async (fields) => {
  expect((await run(fields))?.rejection?.message).toMatch(/^(?:Choose|There is) .+\.$/)
})

test.each<Record<string, string>>([
  { intent: 'remove-factor', factorId: 'gone' },
  { intent: 'remove-passkey', passkey: 'gone' },
  { intent: 'revoke-token', token: 'gone' },
])('loads the page again when the item of a form is gone: %o', async (fields) => {
  const actionResult = await run(fields)
  expect(shouldRevalidate({ actionResult, defaultShouldRevalidate: false } as ShouldRevalidateFunctionArgs)).toBe(true)
})

test('loads nothing again after a form that was rejected for another reason', async () => {
  const actionResult = await run({ intent: 'password', password: 'short', repeated_password: 'short' })
  expect(shouldRevalidate({ actionResult, defaultShouldRevalidate: false } as ShouldRevalidateFunctionArgs)).toBe(false)
})
