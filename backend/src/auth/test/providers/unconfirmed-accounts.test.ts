import { expect, test } from 'vitest'
import { beginSignIn, ENABLED, withPasskey } from '../passkeys/test-passkey.ts'
import { AUTH_URL } from '../test-api-url.ts'
import { createTestAuth } from '../test-auth.ts'
import { startGitlab, withGitlab } from './test-gitlab.ts'
import { followSignIn, readFragment } from './test-peer.ts'

test('removes every way in of a stranger when a provider confirms the address of their account (auth 6.6)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab, ENABLED))
  // A stranger has an account with the unconfirmed address of someone else, for example by linking an identity.
  const { client: stranger, device } = await withPasskey(auth, 'ada@example.org')
  await stranger.auth.mfa.enroll({ factorType: 'totp' })
  await auth.sql`
    update auth.users set email_confirmed_at = null, phone = '4915112345678', phone_confirmed_at = now(),
      phone_change = '4915112345679'`
  const end = await followSignIn(auth, `${AUTH_URL}/authorize?provider=gitlab`)
  const { data } = await auth.client().auth.getUser(readFragment(end).get('access_token') ?? '')
  expect(data.user).toMatchObject({
    email: 'ada@example.org',
    email_confirmed_at: expect.any(String),
    phone: '',
    identities: [{ provider: 'gitlab' }],
  })
  expect(data.user).not.toHaveProperty('new_phone')
  expect(data.user).not.toHaveProperty('factors')
  const { challengeId, options } = await beginSignIn(stranger)
  const credential = device.get(options)
  const { error } = await stranger.auth.passkey.verifyAuthentication({ challengeId, credential })
  expect(error?.code).toBe('webauthn_verification_failed')
})
