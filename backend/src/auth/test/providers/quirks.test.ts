import { createHmac } from 'node:crypto'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { OIDC_PROVIDERS } from '../../domain/providers/oidc-providers.ts'
import { createTestAuth, type TestAuth } from '../test-auth.ts'
import { startTestIssuer } from './test-issuer.ts'
import { followSignIn, followToCallback, openCallback, readFragment, startOAuthPeer } from './test-peer.ts'

const API = 'http://api.test:3000/auth/v1'

/** A documented answer of each provider, and the resulting profile. */
interface Row {
  authorizePath: string
  tokenPath: string
  answers?: Record<string, unknown>
  tokens?: Record<string, unknown>
  id: string
  email?: string
  isVerified?: boolean
  claims: Record<string, unknown>
  scope: string | null
  /** What the request for the profile must contain. */
  header?: [string, string]
}

const ROWS: Record<string, Row> = {
  bitbucket: {
    authorizePath: '/site/oauth2/authorize',
    tokenPath: '/site/oauth2/access_token',
    answers: {
      '/2.0/user': { uuid: '{u1}', display_name: 'Ada L', links: { avatar: { href: 'https://p.test/a.png' } } },
      '/2.0/user/emails': {
        values: [
          { email: 'old@example.org', is_primary: false, is_confirmed: false },
          { email: 'ada@example.org', is_primary: true, is_confirmed: true },
        ],
      },
    },
    id: '{u1}',
    claims: { name: 'Ada L', avatar_url: 'https://p.test/a.png' },
    scope: 'account email',
  },
  discord: {
    authorizePath: '/oauth2/authorize',
    tokenPath: '/api/oauth2/token',
    answers: {
      '/api/users/@me': {
        id: '80',
        username: 'ada',
        global_name: 'Ada',
        discriminator: '0',
        avatar: 'a_1f',
        email: 'ada@example.org',
        verified: true,
      },
    },
    id: '80',
    claims: {
      name: 'ada#0',
      full_name: 'ada',
      picture: 'https://cdn.discordapp.com/avatars/80/a_1f.gif',
      custom_claims: { global_name: 'Ada' },
    },
    scope: 'email identify',
  },
  figma: {
    authorizePath: '/oauth',
    tokenPath: '/v1/oauth/token',
    answers: { '/v1/me': { id: 'f1', email: 'ada@example.org', handle: 'Ada', img_url: 'https://p.test/a.png' } },
    id: 'f1',
    claims: { name: 'Ada', picture: 'https://p.test/a.png' },
    scope: 'current_user:read',
  },
  fly: {
    authorizePath: '/oauth/authorize',
    tokenPath: '/oauth/token',
    answers: {
      '/oauth/token/info': {
        user_id: 'u9',
        user_name: 'Ada',
        email: 'ada@example.org',
        resource_owner_id: 'r1',
        organizations: [{ id: 'o1', role: 'admin' }],
      },
    },
    id: 'u9',
    claims: {
      full_name: 'Ada',
      custom_claims: { resource_owner_id: 'r1', organizations: [{ id: 'o1', role: 'admin' }] },
    },
    scope: 'read',
  },
  gitlab: {
    authorizePath: '/oauth/authorize',
    tokenPath: '/oauth/token',
    answers: {
      '/api/v4/user': {
        id: 12,
        username: 'ada',
        name: 'Ada L',
        email: 'ada@example.org',
        confirmed_at: '2026-01-01',
        avatar_url: null,
      },
    },
    id: '12',
    claims: { name: 'Ada L', user_name: 'ada' },
    scope: 'read_user',
  },
  kakao: {
    authorizePath: '/oauth/authorize',
    tokenPath: '/oauth/token',
    answers: {
      '/v2/user/me': {
        id: 9007199254740991,
        kakao_account: {
          email: 'ada@example.org',
          is_email_valid: true,
          is_email_verified: true,
          profile: { nickname: 'Ada', profile_image_url: 'https://p.test/a.png' },
        },
      },
    },
    id: '9007199254740991',
    claims: { name: 'Ada', preferred_username: 'Ada' },
    scope: 'account_email profile_image profile_nickname',
  },
  linkedin: {
    authorizePath: '/oauth/v2/authorization',
    tokenPath: '/oauth/v2/accessToken',
    answers: {
      '/v2/me': { id: 'li1', localizedFirstName: 'Ada', localizedLastName: 'L' },
      '/v2/emailAddress': { elements: [{ 'handle~': { emailAddress: 'ada@example.org' } }] },
    },
    id: 'li1',
    claims: { name: 'Ada L' },
    scope: 'r_emailaddress r_liteprofile',
  },
  notion: {
    authorizePath: '/v1/oauth/authorize',
    tokenPath: '/v1/oauth/token',
    answers: {
      '/v1/users/me': {
        bot: { owner: { user: { id: 'n1', name: 'Ada', avatar_url: null, person: { email: 'ada@example.org' } } } },
      },
    },
    id: 'n1',
    claims: { name: 'Ada' },
    scope: null,
    header: ['notion-version', '2022-06-28'],
  },
  slack: {
    authorizePath: '/oauth/authorize',
    tokenPath: '/api/oauth.access',
    answers: {
      '/api/openid.connect.userInfo': {
        'https://slack.com/user_id': 'U1',
        'https://slack.com/team_id': 'T1',
        email: 'ada@example.org',
        name: 'Ada',
        picture: 'https://p.test/a.png',
      },
    },
    // Without token_type, with scopes as an array, and with an unrequested ID token.
    tokens: { ok: true, scope: ['openid', 'email'], id_token: 'nonsense' },
    id: 'U1',
    claims: { name: 'Ada', custom_claims: { 'https://slack.com/team_id': 'T1' } },
    scope: 'profile email openid',
  },
  snapchat: {
    authorizePath: '/accounts/oauth2/auth',
    tokenPath: '/accounts/oauth2/token',
    answers: {
      '/v1/me': {
        data: {
          me: {
            externalId: 's1',
            displayName: 'Ada',
            bitmoji: { avatar: 'https://p.test/a.png' },
            email: 'ada@example.org',
          },
        },
      },
    },
    id: 's1',
    claims: { name: 'Ada', picture: 'https://p.test/a.png' },
    scope:
      'https://auth.snapchat.com/oauth2/api/user.external_id https://auth.snapchat.com/oauth2/api/user.display_name https://auth.snapchat.com/oauth2/api/user.bitmoji.avatar',
  },
  spotify: {
    authorizePath: '/authorize',
    tokenPath: '/api/token',
    answers: {
      '/v1/me': { id: 'sp1', display_name: 'Ada', email: 'ada@example.org', images: [{ url: 'https://p.test/a.png' }] },
    },
    id: 'sp1',
    isVerified: false,
    claims: { name: 'Ada', avatar_url: 'https://p.test/a.png' },
    scope: 'user-read-email',
  },
  twitch: {
    authorizePath: '/oauth2/authorize',
    tokenPath: '/oauth2/token',
    answers: {
      '/helix/users': {
        data: [
          {
            id: 't1',
            login: 'ada',
            display_name: 'Ada',
            email: 'ada@example.org',
            profile_image_url: 'https://p.test/a.png',
            type: '',
            broadcaster_type: 'partner',
          },
        ],
      },
    },
    tokens: { scope: ['user:read:email'], token_type: 'bearer' },
    id: 't1',
    claims: { name: 'ada', nickname: 'Ada' },
    scope: 'user:read:email',
    header: ['client-id', 'our-client'],
  },
  workos: {
    authorizePath: '/sso/authorize',
    tokenPath: '/sso/token',
    tokens: {
      profile: {
        id: 'w1',
        email: 'ada@example.org',
        first_name: 'Ada',
        last_name: 'L',
        connection_id: 'c1',
        organization_id: 'o1',
      },
    },
    id: 'w1',
    claims: { name: 'Ada L', custom_claims: { connection_id: 'c1', organization_id: 'o1' } },
    scope: null,
  },
  zoom: {
    authorizePath: '/oauth/authorize',
    tokenPath: '/oauth/token',
    answers: {
      '/v2/users/me': {
        id: 'z1',
        first_name: 'Ada',
        last_name: 'L',
        email: 'ada@example.org',
        login_type: 100,
        verified: 0,
        pic_url: 'https://p.test/a.png',
      },
    },
    id: 'z1',
    isVerified: false,
    claims: { name: 'Ada L', picture: 'https://p.test/a.png' },
    scope: null,
  },
  ...Object.fromEntries(
    ['x', 'twitter'].map((name): [string, Row] => [
      name,
      {
        authorizePath: '/i/oauth2/authorize',
        tokenPath: '/2/oauth2/token',
        answers: {
          '/2/users/me': {
            data: {
              id: 'x1',
              name: 'Ada L',
              username: 'ada',
              confirmed_email: 'ada@example.org',
              profile_image_url: 'https://p.test/a.png',
              url: null,
              created_at: '2010-01-01',
            },
          },
        },
        id: 'x1',
        claims: { name: 'Ada L', user_name: 'ada', custom_claims: { created_at: '2010-01-01' } },
        scope: 'users.email tweet.read users.read offline.access',
      },
    ]),
  ),
}

function withProvider(
  name: string,
  url: string,
  secret: string,
  more: Record<string, string> = {},
): Record<string, string> {
  const prefix = `GOTRUE_EXTERNAL_${name.toUpperCase()}`
  const own = { ENABLED: 'true', CLIENT_ID: 'our-client', SECRET: secret, URL: url }
  return {
    ...Object.fromEntries(Object.entries(own).map(([setting, value]) => [`${prefix}_${setting}`, value])),
    GOTRUE_MAILER_AUTOCONFIRM: 'true',
    ...more,
  }
}

async function getUser(auth: TestAuth, end: URL) {
  const { data, error } = await auth.client().auth.getUser(readFragment(end).get('access_token') ?? '')
  if (error) throw new Error(`${error.message} ${end.href}`)
  return data.user
}

test.each(Object.entries(ROWS))('reads the documented profile of %s (auth 7.8)', async (name, row) => {
  await using peer = await startOAuthPeer(row)
  peer.tokens = row.tokens ?? {}
  await using auth = await createTestAuth(withProvider(name, peer.url, peer.secret))
  const user = await getUser(auth, await followSignIn(auth, `${API}/authorize?provider=${name}`))
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
  const asked = peer.requests.find(({ url }) => url.pathname === row.authorizePath)?.url.searchParams
  expect(asked?.get('scope')).toBe(row.scope)
  expect(asked?.get('client_id')).toBe('our-client')
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
  await using auth = await createTestAuth(withProvider('facebook', peer.url, peer.secret))
  const end = await followSignIn(auth, `${API}/authorize?provider=facebook`)
  const user = await getUser(auth, end)
  expect(user.identities?.[0]?.identity_data).toMatchObject({
    name: 'Ada L',
    email_verified: true,
    picture: 'https://p.test/a.png',
  })
  const asked = peer.requests.find(({ url }) => url.pathname === '/me')?.url.searchParams
  const token = readFragment(end).get('provider_token') ?? ''
  expect(asked?.get('appsecret_proof')).toBe(createHmac('sha256', peer.secret).update(token).digest('hex'))
})

test('creates no account without an e-mail unless the setting allows it (auth 7.8)', async () => {
  const row = ROWS.x
  if (!row) throw new Error('The row is missing.')
  const answers = { '/2/users/me': { data: { id: 'x1', name: 'Ada', username: 'ada' } } }
  await using peer = await startOAuthPeer({ ...row, answers })
  await using auth = await createTestAuth(
    withProvider('x', peer.url, peer.secret, { GOTRUE_MAILER_AUTOCONFIRM: 'false' }),
  )
  const refused = await followSignIn(auth, `${API}/authorize?provider=x`)
  expect(refused.searchParams.get('error_description')).toBe('Error getting user email from external provider')
  await using lenient = await createTestAuth(
    withProvider('x', peer.url, peer.secret, {
      GOTRUE_EXTERNAL_X_EMAIL_OPTIONAL: 'true',
      GOTRUE_MAILER_AUTOCONFIRM: 'false',
    }),
  )
  expect((await getUser(lenient, await followSignIn(lenient, `${API}/authorize?provider=x`))).email).toBe('')
})

test('reads the posted answer of apple with its name, and signs its client secret (auth 7.8)', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const secret = JSON.stringify({ team_id: 'TEAM', key_id: 'KEY', private_key: await exportPKCS8(privateKey) })
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(withProvider('apple', issuer.url, secret))
  const begun = await auth.request('/authorize?provider=apple', { redirect: 'manual' })
  const asked = new URL(begun.headers.get('location') ?? '').searchParams
  expect(asked.get('response_mode')).toBe('form_post')
  expect(asked.get('scope')).toBe('email name')
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
      nonce: asked.get('nonce') ?? '',
      name: undefined,
    })
    return { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', id_token: idToken }
  }
  const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'L' }, email: 'forged@example.org' })
  const posted = await auth.request('/callback', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', user }),
  })
  expect(posted.status).toBe(302)
  const end = new URL(posted.headers.get('location') ?? '')
  expect(await getUser(auth, end)).toMatchObject({
    email: 'x@privaterelay.appleid.com',
    user_metadata: { full_name: 'Ada L', custom_claims: { is_private_email: true } },
    identities: [{ provider: 'apple', id: 'apple-1' }],
  })
})

test('rejects an ID token of another client, nonce or key, and does not log it (auth 7.8)', async () => {
  await using issuer = await startTestIssuer()
  await using evil = await startTestIssuer()
  await using auth = await createTestAuth(withProvider('google', issuer.url, 's'))
  const tokens = [
    () => issuer.sign({ aud: 'evil-client' }),
    () => issuer.sign({ nonce: 'another' }),
    () => evil.sign({ iss: issuer.url }),
    () => issuer.sign({ exp: 1_000 }),
    async () => 'nonsense',
  ]
  for (const sign of tokens) {
    const begun = await auth.request('/authorize?provider=google', { redirect: 'manual' })
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state')
    issuer.answerToken = async () => ({ access_token: 'very-private', token_type: 'Bearer', id_token: await sign() })
    const end = await openCallback(auth, new URL(`${API}/callback?code=c&state=${state}`))
    expect(end.searchParams.get('error_description')).toBe('Error getting user profile from external provider')
  }
  expect(auth.logged.join('')).not.toMatch(/very-private|eyJ|ada@example/)
})

test.each([
  ['of any organization', {}, false],
  ['of any organization, which owns the domain', { xms_edov: true }, true],
  ['of any organization, which does not own the domain', { xms_edov: '0' }, false],
])('treats an azure e-mail with %s as verified: %s (auth 7.8)', (_name, claims, isVerified) => {
  const person = { iss: 'https://login.microsoftonline.com/t1/v2.0', sub: 's', email: 'ada@example.org', ...claims }
  const profile = OIDC_PROVIDERS.azure.toProfile(person, { hasOneTenant: false })
  expect(profile.emails).toEqual([{ address: 'ada@example.org', isVerified, isPrimary: true }])
})

test('keeps two concurrent sign-ins apart in any order (auth 7.8)', async () => {
  const row = ROWS.gitlab
  const other = ROWS.discord
  if (!row || !other) throw new Error('A row is missing.')
  await using gitlab = await startOAuthPeer(row)
  await using discord = await startOAuthPeer({
    ...other,
    answers: { '/api/users/@me': { id: '81', username: 'bob', email: 'bob@example.org', verified: true } },
  })
  await using auth = await createTestAuth({
    ...withProvider('gitlab', gitlab.url, gitlab.secret),
    ...withProvider('discord', discord.url, discord.secret),
  })
  const starts = ['gitlab', 'discord', 'gitlab', 'discord'].map((name) =>
    followToCallback(auth, `${API}/authorize?provider=${name}`),
  )
  const backs = (await Promise.all(starts)).reverse()
  const users = await Promise.all(backs.map(async (back) => getUser(auth, await openCallback(auth, back))))
  expect(users.map(({ email }) => email)).toEqual([
    'bob@example.org',
    'ada@example.org',
    'bob@example.org',
    'ada@example.org',
  ])
  // A code of one provider with the state of the other goes to the wrong token endpoint, which rejects it.
  const ours = await followToCallback(auth, `${API}/authorize?provider=gitlab`)
  const theirs = await followToCallback(auth, `${API}/authorize?provider=discord`)
  theirs.searchParams.set('state', ours.searchParams.get('state') ?? '')
  expect((await openCallback(auth, theirs)).searchParams.get('error_code')).toBe('unexpected_failure')
})

test('accepts a state once under concurrent callbacks to two processes (auth 7.8)', async () => {
  const row = ROWS.gitlab
  if (!row) throw new Error('The row is missing.')
  await using peer = await startOAuthPeer(row)
  await using auth = await createTestAuth(withProvider('gitlab', peer.url, peer.secret))
  const second = auth.secondProcess()
  const back = await followToCallback(auth, `${API}/authorize?provider=gitlab`)
  const path = `/callback${back.search}`
  const answers = await Promise.all(
    [auth.request, second, auth.request, second].map((request) => request(path, { redirect: 'manual' })),
  )
  const ends = answers.map((answer) => new URL(answer.headers.get('location') ?? ''))
  expect(ends.filter((end) => readFragment(end).has('access_token'))).toHaveLength(1)
  expect(ends.filter((end) => end.searchParams.get('error_code') === 'flow_state_already_used')).toHaveLength(3)
})

test('creates one account under two concurrent first sign-ins (auth 7.8)', async () => {
  const row = ROWS.gitlab
  if (!row) throw new Error('The row is missing.')
  await using peer = await startOAuthPeer(row)
  await using auth = await createTestAuth(withProvider('gitlab', peer.url, peer.secret))
  const backs = await Promise.all([1, 2, 3, 4].map(() => followToCallback(auth, `${API}/authorize?provider=gitlab`)))
  const users = await Promise.all(backs.map(async (back) => getUser(auth, await openCallback(auth, back))))
  expect(new Set(users.map(({ id }) => id)).size).toBe(1)
})
