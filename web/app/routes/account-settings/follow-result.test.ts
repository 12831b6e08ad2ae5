import { expect, test } from 'vitest'
import { createSession, createTestClient } from '#app/platform/session/session-test-client.ts'
import { followResult, readTarget } from './follow-result.ts'

const TARGET = '/account/settings?part=delete&content=remove'

test('whoever has to sign in again comes back to what was chosen', async () => {
  const { client } = createTestClient({ session: createSession(Date.now() / 1000 + 3600) })
  const end = await followResult(client, { kind: 'sign-in' }, TARGET)
  expect(end.leave?.headers.get('location')).toBe('/auth/login')
  expect(end).toMatchObject({ returnTarget: TARGET })
})

test('only a choice of the part itself is taken along', () => {
  const form = new FormData()
  form.set('content', 'remove')
  expect(readTarget(new URLSearchParams('part=delete'), form)).toBe(TARGET)
  expect(readTarget(new URLSearchParams('part=security'), form)).toBe('/account/settings?part=security')
  form.set('content', 'https://example.org')
  expect(readTarget(new URLSearchParams('part=delete'), form)).toBe('/account/settings?part=delete')
})
