import { expect, test } from 'vitest'
import { createSession, createTestClient } from '#app/platform/session/test/session-test-client.ts'
import { requireGone } from './require-gone.server.ts'

async function check(status: number): Promise<void> {
  const session = createSession(Date.now() / 1000 + 3600)
  const answer = ({ path }: { path: string }) =>
    path.includes('/oauth/') ? Response.json({ msg: 'raw words' }, { status }) : Response.json(session.user)
  const { client } = createTestClient({ session, answer })
  const { error } = await client.auth.oauth.approveAuthorization('request', { skipBrowserRedirect: true })
  await requireGone(client, '/oauth/consent?authorization_id=request', error)
}

test('returns for a request that the service does not have', async () => {
  await expect(check(404)).resolves.toBeUndefined()
})

test.each([429, 500, 503])(
  'throws when the service responds with %d, as the request may be pending',
  async (status) => {
    await expect(check(status)).rejects.toMatchObject({ status })
  },
)
