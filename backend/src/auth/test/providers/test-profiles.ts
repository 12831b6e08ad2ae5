/** A documented response of a provider, and the resulting profile. */
export interface ProviderRow {
  authorizePath: string
  tokenPath: string
  answers?: Record<string, unknown>
  tokens?: Record<string, unknown>
  id: string
  email?: string
  isVerified?: boolean
  claims: Record<string, unknown>
  scope: string | null
  /** The expected contents of the profile request. */
  header?: [string, string]
}

export const PROVIDER_ROWS: Record<string, ProviderRow> = {
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
      name: 'ada',
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
    isVerified: false,
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
    isVerified: false,
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
    isVerified: false,
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
    isVerified: false,
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
        email_verified: true,
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
    isVerified: false,
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
    ['x', 'twitter'].map((name): [string, ProviderRow] => [
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

/** Returns the documented responses of one provider. */
export function getProviderRow(name: string): ProviderRow {
  const row = PROVIDER_ROWS[name]
  if (!row) throw new Error(`There is no row for ${name}.`)
  return row
}
