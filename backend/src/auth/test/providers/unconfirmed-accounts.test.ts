import { expect, test } from 'vitest'
import { beginSignIn, ENABLED, withPasskey } from '../passkeys/test-passkey.ts'
import { AUTH_URL } from '../test-api-url.ts'
import { createTestAuth, KEYS, PASSWORD } from '../test-auth.ts'
import { startGitlab, withGitlab } from './test-gitlab.ts'
import { followSignIn, getUser, openCallback, readFragment } from './test-peer.ts'

const SIGN_IN = `${AUTH_URL}/authorize?provider=gitlab`
/** GitLab's answer for a member who has not confirmed their address there. */
const UNVERIFIED = {
  '/api/v4/user': { id: 12, username: 'ada', name: 'Ada', email: 'ada@example.org', confirmed_at: null },
}
const LINKING = { GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true' }

test('removes a stranger’s access when a provider confirms the address of the account for its owner (auth 6.6)', async () => {
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

test('creates no account for an unverified address of another account, so that its member can link it (auth 6.6)', async () => {
  await using gitlab = await startGitlab()
  gitlab.answers = UNVERIFIED
  await using auth = await createTestAuth(withGitlab(gitlab, LINKING))
  const ada = { email: 'ada@example.org', password: PASSWORD }
  await auth.client({ key: KEYS.secretKey }).auth.admin.createUser({ ...ada, email_confirm: true })
  const rejected = await followSignIn(auth, SIGN_IN)
  expect(rejected.searchParams.get('error_code')).toBe('provider_email_needs_verification')
  expect(await auth.sql`select from auth.users`).toHaveLength(1)
  const client = auth.client()
  await client.auth.signInWithPassword(ada)
  const { data } = await client.auth.linkIdentity({ provider: 'gitlab', options: { skipBrowserRedirect: true } })
  const atPeer = await fetch(data?.url ?? '', { redirect: 'manual' })
  const end = await openCallback(auth, new URL(atPeer.headers.get('location') ?? ''))
  expect((await getUser(auth, end)).app_metadata.providers).toEqual(['email', 'gitlab'])
})

test('signs a member with a confirmed phone in by a linked identity, and removes nothing (auth 6.6)', async () => {
  await using gitlab = await startGitlab()
  gitlab.answers = UNVERIFIED
  const phones = { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_SMS_AUTOCONFIRM: 'true' }
  await using auth = await createTestAuth(withGitlab(gitlab, { ...LINKING, ...phones }))
  const client = auth.client()
  const options = { data: { username: 'Countess' } }
  await client.auth.signUp({ phone: '+4915112345678', password: PASSWORD, options })
  const { data } = await client.auth.linkIdentity({ provider: 'gitlab', options: { skipBrowserRedirect: true } })
  const atPeer = await fetch(data?.url ?? '', { redirect: 'manual' })
  await openCallback(auth, new URL(atPeer.headers.get('location') ?? ''))
  const user = await getUser(auth, await followSignIn(auth, SIGN_IN))
  expect(user).toMatchObject({ phone: '4915112345678', user_metadata: { username: 'Countess' } })
  expect(user.app_metadata.providers).toEqual(['phone', 'gitlab'])
  expect((await client.auth.getUser()).error).toBeNull()
})

test('changes nothing of an unconfirmed account that its own identity signs in to again (auth 6.6)', async () => {
  await using gitlab = await startGitlab()
  gitlab.answers = UNVERIFIED
  const lenient = { GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: 'true' }
  await using auth = await createTestAuth(withGitlab(gitlab, { ...LINKING, ...lenient }))
  const tokens = readFragment(await followSignIn(auth, SIGN_IN))
  const client = auth.client()
  await client.auth.setSession({
    access_token: tokens.get('access_token') ?? '',
    refresh_token: tokens.get('refresh_token') ?? '',
  })
  await client.auth.updateUser({ data: { username: 'Countess' } })
  const user = await getUser(auth, await followSignIn(auth, SIGN_IN))
  expect(user.user_metadata).toMatchObject({ username: 'Countess' })
  expect((await client.auth.getUser()).error).toBeNull()
  expect(await auth.mails('ada@example.org')).toHaveLength(1)
})
