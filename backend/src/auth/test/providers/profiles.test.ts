import { createHmac } from 'node:crypto'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { OIDC_PROVIDERS } from '../../domain/providers/oidc-providers.ts'
import { OAUTH2_PROVIDERS } from '../../domain/providers/providers.ts'
import { AUTH_URL } from '../test-api-url.ts'
import { createTestAuth } from '../test-auth.ts'
import { startTestIssuer } from './test-issuer.ts'
import { followSignIn, getUser, readFragment, startOAuthPeer } from './test-peer.ts'
import { getProviderRow, PROVIDER_ROWS } from './test-profiles.ts'
import { enableProvider } from './test-settings.ts'

test.each(Object.entries(PROVIDER_ROWS))('reads the documented profile of %s (auth 7.8)', async (name, row) => {
  await using peer = await startOAuthPeer(row)
  peer.tokens = row.tokens ?? {}
  await using auth = await createTestAuth(enableProvider(name, peer))
  const user = await getUser(auth, await followSignIn(auth, `${AUTH_URL}/authorize?provider=${name}`))
  expect(user.identities).toMatchObject([
    {
      provider: name,
      id: row.id,
      identity_data: {
        ...row.claims,
        sub: row.id,
        email: row.email ?? 'ada@example.org',
        email_verified: row.isVerified ?? true,
      },
    },
  ])
  const requested = peer.requests.find(({ url }) => url.pathname === row.authorizePath)?.url.searchParams
  expect(requested?.get('scope')).toBe(row.scope)
  expect(requested?.get('client_id')).toBe('our-client')
  const [header, value] = row.header ?? ['authorization', expect.stringMatching(/^Bearer access-/)]
  const profile = peer.requests.find(({ url }) => row.answers?.[url.pathname] !== undefined)
  if (row.answers) expect(profile?.headers.get(header)).toEqual(value)
})

test('proves the client secret to facebook when it requests the profile (auth 7.8)', async () => {
  const profile = {
    id: 'fb1',
    email: 'ada@example.org',
    first_name: 'Ada',
    last_name: 'L',
    name: 'Ada L',
    picture: { data: { url: 'https://p.test/a.png' } },
  }
  await using peer = await startOAuthPeer({
    authorizePath: '/dialog/oauth',
    tokenPath: '/oauth/access_token',
    answers: { '/me': profile },
  })
  await using auth = await createTestAuth(enableProvider('facebook', peer))
  const end = await followSignIn(auth, `${AUTH_URL}/authorize?provider=facebook`)
  const user = await getUser(auth, end)
  expect(user.identities?.[0]?.identity_data).toMatchObject({
    name: 'Ada L',
    // Facebook does not document that it verifies addresses.
    email_verified: false,
    picture: 'https://p.test/a.png',
  })
  const requested = peer.requests.find(({ url }) => url.pathname === '/me')?.url.searchParams
  const token = readFragment(end).get('provider_token') ?? ''
  expect(requested?.get('appsecret_proof')).toBe(createHmac('sha256', peer.secret).update(token).digest('hex'))
})

test('creates no account without an email unless the setting allows it (auth 7.8)', async () => {
  const row = getProviderRow('x')
  const responses = { '/2/users/me': { data: { id: 'x1', name: 'Ada', username: 'ada' } } }
  await using peer = await startOAuthPeer({ ...row, answers: responses })
  await using auth = await createTestAuth(enableProvider('x', peer, { GOTRUE_MAILER_AUTOCONFIRM: 'false' }))
  const rejected = await followSignIn(auth, `${AUTH_URL}/authorize?provider=x`)
  expect(rejected.searchParams.get('error_description')).toBe('Error getting user email from external provider')
  await using lenient = await createTestAuth(
    enableProvider('x', peer, {
      GOTRUE_EXTERNAL_X_EMAIL_OPTIONAL: 'true',
      GOTRUE_MAILER_AUTOCONFIRM: 'false',
    }),
  )
  expect((await getUser(lenient, await followSignIn(lenient, `${AUTH_URL}/authorize?provider=x`))).email).toBe('')
})

test('reads the form that apple posts with the name, and signs the client secret (auth 7.8)', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const secret = JSON.stringify({ team_id: 'TEAM', key_id: 'KEY', private_key: await exportPKCS8(privateKey) })
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(enableProvider('apple', { url: issuer.url, secret }))
  const begun = await auth.request('/authorize?provider=apple', { redirect: 'manual' })
  const requested = new URL(begun.headers.get('location') ?? '').searchParams
  expect(requested.get('response_mode')).toBe('form_post')
  expect(requested.get('scope')).toBe('email name')
  issuer.answerToken = async (form) => {
    const { payload, protectedHeader } = await jwtVerify(form.get('client_secret') ?? '', publicKey, {
      audience: 'https://appleid.apple.com',
      issuer: 'TEAM',
      subject: 'our-client',
    })
    expect([protectedHeader.kid, typeof payload.exp]).toEqual(['KEY', 'number'])
    const idToken = await issuer.sign({
      sub: 'apple-1',
      email: 'x@privaterelay.appleid.com',
      email_verified: 'true',
      is_private_email: 'true',
      nonce: requested.get('nonce') ?? '',
      name: undefined,
    })
    return { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', id_token: idToken }
  }
  const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'L' }, email: 'forged@example.org' })
  const posted = await auth.request('/callback', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ code: 'c', state: requested.get('state') ?? '', user }),
  })
  expect(posted.status).toBe(302)
  const end = new URL(posted.headers.get('location') ?? '')
  expect(await getUser(auth, end)).toMatchObject({
    email: 'x@privaterelay.appleid.com',
    user_metadata: { full_name: 'Ada L', custom_claims: { is_private_email: true } },
    identities: [{ provider: 'apple', id: 'apple-1' }],
  })
})

test.each([
  ['0', 'ada', 'https://cdn.discordapp.com/embed/avatars/5.png'],
  ['1337', 'ada#1337', 'https://cdn.discordapp.com/embed/avatars/2.png'],
])('reads a profile of discord with the number %s and no picture (auth 7.8)', async (discriminator, name, picture) => {
  const person = { id: '80351110224678912', username: 'ada', discriminator, email: 'ada@example.org', verified: true }
  await using peer = await startOAuthPeer({ ...getProviderRow('discord'), answers: { '/api/users/@me': person } })
  await using auth = await createTestAuth(enableProvider('discord', peer))
  const user = await getUser(auth, await followSignIn(auth, `${AUTH_URL}/authorize?provider=discord`))
  expect(user.user_metadata).toMatchObject({ name, picture })
})

test.each([
  ['true', true],
  [true, true],
  ['false', false],
  [false, false],
])('treats an email of apple with email_verified %j as verified: %s (auth 7.8)', (claim, isVerified) => {
  const person = { iss: 'https://appleid.apple.com', sub: 's', email: 'ada@example.org', email_verified: claim }
  expect(OIDC_PROVIDERS.apple.toProfile(person).emails).toMatchObject([{ isVerified }])
})

test.each([
  ['slack', '/api/openid.connect.userInfo', { email_verified: false }],
  ['slack', '/api/openid.connect.userInfo', { email_verified: undefined }],
  ['zoom', '/v2/users/me', { login_type: 101 }],
])('does not treat an email of %s as verified without its word (auth 7.8)', async (name, path, change) => {
  const row = getProviderRow(name)
  await using peer = await startOAuthPeer({
    ...row,
    answers: { [path]: { ...Object(row.answers?.[path]), ...change } },
  })
  peer.tokens = row.tokens ?? {}
  await using auth = await createTestAuth(enableProvider(name, peer))
  const user = await getUser(auth, await followSignIn(auth, `${AUTH_URL}/authorize?provider=${name}`))
  expect(user.identities?.[0]?.identity_data).toMatchObject({ email: 'ada@example.org', email_verified: false })
})

test('does not treat an email of workos as verified outside of an organization (auth 7.8)', async () => {
  const row = getProviderRow('workos')
  await using peer = await startOAuthPeer(row)
  peer.tokens = { profile: { ...Object(row.tokens?.profile), organization_id: null } }
  await using auth = await createTestAuth(enableProvider('workos', peer))
  const user = await getUser(auth, await followSignIn(auth, `${AUTH_URL}/authorize?provider=workos`))
  expect(user.identities?.[0]?.identity_data).toMatchObject({ email_verified: false })
})

const readEmail = { iss: 'https://issuer.test', sub: 's', email: 'ada@example.org' }
test.each([
  ['slack_oidc', OIDC_PROVIDERS.slack_oidc.toProfile],
  ['kakao', OAUTH2_PROVIDERS.kakao.idToken.toProfile],
  ['snapchat', OAUTH2_PROVIDERS.snapchat.idToken.toProfile],
])('treats the email in an ID token of %s as verified only with email_verified (auth 7.8)', (_name, toProfile) => {
  expect(toProfile(readEmail).emails).toMatchObject([{ isVerified: false }])
  expect(toProfile({ ...readEmail, email_verified: true }).emails).toMatchObject([{ isVerified: true }])
})

test.each([
  ['an email of any organisation', {}, false],
  ['an email of an organisation that owns the domain', { xms_edov: true }, true],
  ['an email of an organisation that does not own the domain', { xms_edov: '0' }, false],
])('treats %s at azure as verified: %s (auth 7.8)', (_name, claims, isVerified) => {
  const person = { iss: 'https://login.microsoftonline.com/t1/v2.0', sub: 's', email: 'ada@example.org', ...claims }
  const profile = OIDC_PROVIDERS.azure.toProfile(person, { hasOneTenant: false })
  expect(profile.emails).toEqual([{ address: 'ada@example.org', isVerified, isPrimary: true }])
})
