import { expect, test } from 'vitest'
import { createSession, createTestClient } from '#app/platform/session/test/session-test-client.ts'
import { listGrants } from './list-grants.ts'

const listWith = (answer: () => Response) =>
  listGrants(createTestClient({ session: createSession(Date.now() / 1000 + 3600), answer }).client)

test('lists no apps where the site does not support them', async () => {
  const answer = () => Response.json({ error_code: 'feature_disabled', msg: 'raw words' }, { status: 404 })
  expect(await listWith(answer)).toEqual({ grants: [], problem: undefined })
})

test('says that the apps are unknown when the service fails', async () => {
  const answer = () => Response.json({ msg: 'raw words' }, { status: 500 })
  expect(await listWith(answer)).toEqual({ grants: [], problem: expect.not.stringContaining('raw words') })
})
