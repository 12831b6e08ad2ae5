import { expect, test } from 'vitest'
import { createSession, createTestClient } from '#app/platform/session/test/session-test-client.ts'
import { followResult, readTarget } from './follow-result.ts'

const TARGET = '/account/settings?section=delete&content=remove'

test('returns to the chosen option after a new sign-in', async () => {
  const { client } = createTestClient({ session: createSession(Date.now() / 1000 + 3600) })
  const end = await followResult(client, { kind: 'sign-in' }, TARGET)
  expect(end.leave?.headers.get('location')).toBe('/auth/login')
  expect(end).toMatchObject({ returnTarget: TARGET })
})

test('keeps the chosen option only in its own section', () => {
  const form = new FormData()
  form.set('content', 'remove')
  expect(readTarget(new URLSearchParams('section=delete'), form)).toBe(TARGET)
  expect(readTarget(new URLSearchParams('section=security'), form)).toBe('/account/settings?section=security')
  form.set('content', 'https://example.org')
  expect(readTarget(new URLSearchParams('section=delete'), form)).toBe('/account/settings?section=delete')
})
