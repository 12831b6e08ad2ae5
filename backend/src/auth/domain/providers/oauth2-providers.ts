import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { Id, type IdTokenClaims, type Profile, Text, toClaims, toConfirmedProfile, toEmails, Yes } from './profile.ts'

/** Asks a provider about the person who has just signed in. */
export interface ProfileApi {
  /** Gets JSON with the person's access token; the address is moved to the host that the settings name. */
  get<Schema extends v.GenericSchema<unknown, unknown>>(
    address: string,
    schema: Schema,
    headers?: Record<string, string>,
  ): Promise<v.InferOutput<Schema>>
  accessToken: string
  /** The whole answer of the token endpoint. */
  tokens: Record<string, unknown>
  clientId: string
  secret: string
  /** Where an address of the provider lies under the settings. */
  locate(address: string): string
}

/** How a provider that speaks OAuth 2 without OpenID Connect differs from the others. */
export interface OAuth2Provider {
  kind: 'oauth2'
  authorizeUrl: string
  tokenUrl: string
  scopes: string[]
  readProfile(api: ProfileApi): Promise<Profile>
  /** Sends the secret in the Authorization header instead of the body. */
  usesBasicAuth?: true
  /** Takes a code challenge. Others ignore it, or stumble over it. */
  usesPkce?: true
  authorizationParams?: Record<string, string>
  /** What comes before API paths on a server of one's own. */
  ownServerApiPath?: { host: string; path: string }
  /** Its apps get ID tokens all the same: for sign-in by grant_type=id_token. */
  idToken?: { issuer: string; toProfile(claims: IdTokenClaims): Profile }
}

const GITHUB = 'https://api.github.com'
const BITBUCKET = 'https://api.bitbucket.org/2.0'
const DISCORD = 'https://discord.com/api'
const LINKEDIN = 'https://api.linkedin.com'
const SLACK = 'https://slack.com/api'
const NOTION_VERSION = '2022-06-28'
const X_FIELDS = 'id,name,username,confirmed_email,profile_image_url,url,created_at'
const SNAPCHAT_QUERY = '{me { externalId displayName bitmoji { avatar id } email } }'
const X_SCOPES = ['users.email', 'tweet.read', 'users.read', 'offline.access']

/** The providers without OpenID Connect, one row each. Facts from their own documentation. */
export const OAUTH2_PROVIDERS = {
  bitbucket: {
    kind: 'oauth2',
    authorizeUrl: 'https://bitbucket.org/site/oauth2/authorize',
    tokenUrl: 'https://bitbucket.org/site/oauth2/access_token',
    scopes: ['account', 'email'],
    readProfile: async ({ get, locate }) => {
      const avatar = v.optional(v.object({ href: Text }), {})
      const links = v.optional(v.object({ avatar }), {})
      const user = await get(`${BITBUCKET}/user`, v.object({ uuid: Id, display_name: Text, links }))
      const Email = v.object({ email: Text, is_primary: Yes, is_confirmed: Yes })
      const { values } = await get(`${BITBUCKET}/user/emails`, v.object({ values: v.optional(v.array(Email), []) }))
      return {
        subject: user.uuid,
        emails: values.map((one) => ({ address: one.email, isVerified: one.is_confirmed, isPrimary: one.is_primary })),
        claims: toClaims({ issuer: locate(BITBUCKET), name: user.display_name, picture: user.links.avatar.href }),
      }
    },
  },
  discord: {
    kind: 'oauth2',
    authorizeUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: `${DISCORD}/oauth2/token`,
    scopes: ['email', 'identify'],
    readProfile: async ({ get, locate }) => {
      const names = { username: Text, global_name: Text, discriminator: Text, avatar: Text }
      const user = await get(`${DISCORD}/users/@me`, v.object({ id: Id, ...names, email: Text, verified: Yes }))
      const name = user.discriminator === '' ? user.username : `${user.username}#${user.discriminator}`
      return {
        subject: user.id,
        emails: toEmails(user.email, user.verified),
        claims: toClaims({
          issuer: locate(DISCORD),
          name,
          fullName: user.username,
          picture: toDiscordPicture(user),
          custom: { global_name: user.global_name },
        }),
      }
    },
  },
  facebook: {
    kind: 'oauth2',
    authorizeUrl: 'https://www.facebook.com/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/oauth/access_token',
    scopes: ['email'],
    idToken: { issuer: 'https://www.facebook.com', toProfile: toConfirmedProfile },
    readProfile: async ({ get, locate, accessToken, secret }) => {
      const proof = createHmac('sha256', secret).update(accessToken).digest('hex')
      const picture = v.optional(v.object({ data: v.object({ url: Text }) }), { data: {} })
      const names = { first_name: Text, last_name: Text, name: Text }
      const user = await get(
        `https://graph.facebook.com/me?fields=email,first_name,last_name,name,picture&appsecret_proof=${proof}`,
        v.object({ id: Id, email: Text, ...names, picture }),
      )
      return {
        subject: user.id,
        // Facebook hands out confirmed addresses only.
        emails: toEmails(user.email, true),
        claims: toClaims({
          issuer: locate('https://graph.facebook.com'),
          name: `${user.first_name} ${user.last_name}`.trim(),
          nickname: user.name,
          picture: user.picture.data.url,
        }),
      }
    },
  },
  figma: {
    kind: 'oauth2',
    authorizeUrl: 'https://www.figma.com/oauth',
    tokenUrl: 'https://api.figma.com/v1/oauth/token',
    scopes: ['current_user:read'],
    usesBasicAuth: true,
    readProfile: async ({ get, locate }) => {
      const User = v.object({ id: Id, email: Text, handle: Text, img_url: Text })
      const user = await get('https://api.figma.com/v1/me', User)
      const claims = toClaims({ issuer: locate('https://api.figma.com'), name: user.handle, picture: user.img_url })
      return { subject: user.id, emails: toEmails(user.email, true), claims }
    },
  },
  fly: {
    kind: 'oauth2',
    authorizeUrl: 'https://api.fly.io/oauth/authorize',
    tokenUrl: 'https://api.fly.io/oauth/token',
    scopes: ['read'],
    readProfile: async ({ get, locate }) => {
      const organizations = v.optional(v.array(v.object({ id: Text, role: Text })), [])
      const User = v.object({ user_id: Id, user_name: Text, email: Text, resource_owner_id: Text, organizations })
      const user = await get('https://api.fly.io/oauth/token/info', User)
      const custom = { resource_owner_id: user.resource_owner_id, organizations: user.organizations }
      const claims = toClaims({ issuer: locate('https://api.fly.io'), name: user.user_name, custom })
      return { subject: user.user_id, emails: toEmails(user.email, true), claims }
    },
  },
  github: {
    kind: 'oauth2',
    authorizeUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    scopes: ['user:email'],
    usesPkce: true,
    ownServerApiPath: { host: 'api.github.com', path: '/api/v3' },
    readProfile: async ({ get, locate }) => {
      const headers = { accept: 'application/vnd.github+json' }
      const User = v.object({ id: Id, login: Text, name: Text, avatar_url: Text })
      const user = await get(`${GITHUB}/user`, User, headers)
      // The profile's own address is for show; the list tells which ones are verified.
      const Email = v.object({ email: Text, primary: Yes, verified: Yes })
      const emails = await get(`${GITHUB}/user/emails`, v.array(Email), headers)
      const { name, login: userName, avatar_url: picture } = user
      return {
        subject: user.id,
        emails: emails.map((one) => ({ address: one.email, isVerified: one.verified, isPrimary: one.primary })),
        claims: toClaims({ issuer: locate(GITHUB), name, picture, userName }),
      }
    },
  },
  gitlab: {
    kind: 'oauth2',
    authorizeUrl: 'https://gitlab.com/oauth/authorize',
    tokenUrl: 'https://gitlab.com/oauth/token',
    scopes: ['read_user'],
    usesPkce: true,
    readProfile: async ({ get, locate }) => {
      const names = { username: Text, name: Text, avatar_url: Text }
      const User = v.object({ id: Id, ...names, email: Text, confirmed_at: Text })
      const user = await get('https://gitlab.com/api/v4/user', User)
      const { name, avatar_url: picture, username: userName } = user
      return {
        subject: user.id,
        emails: toEmails(user.email, user.confirmed_at !== ''),
        claims: toClaims({ issuer: locate('https://gitlab.com'), name, picture, userName }),
      }
    },
  },
  kakao: {
    kind: 'oauth2',
    authorizeUrl: 'https://kauth.kakao.com/oauth/authorize',
    tokenUrl: 'https://kauth.kakao.com/oauth/token',
    scopes: ['account_email', 'profile_image', 'profile_nickname'],
    idToken: { issuer: 'https://kauth.kakao.com', toProfile: toConfirmedProfile },
    readProfile: async ({ get, locate }) => {
      const profile = v.optional(v.object({ nickname: Text, profile_image_url: Text }), {})
      const Account = v.object({ profile, email: Text, is_email_valid: Yes, is_email_verified: Yes })
      const User = v.object({ id: Id, kakao_account: v.optional(Account, {}) })
      const { id, kakao_account: account } = await get('https://kapi.kakao.com/v2/user/me', User)
      const { nickname: name, profile_image_url: picture } = account.profile
      return {
        subject: id,
        emails: toEmails(account.email, account.is_email_valid && account.is_email_verified),
        claims: toClaims({ issuer: locate('https://kapi.kakao.com'), name, userName: name, picture }),
      }
    },
  },
  linkedin: {
    kind: 'oauth2',
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    scopes: ['r_emailaddress', 'r_liteprofile'],
    readProfile: async ({ get, locate }) => {
      const User = v.object({ id: Id, localizedFirstName: Text, localizedLastName: Text })
      const user = await get(`${LINKEDIN}/v2/me`, User)
      const Handle = v.object({ 'handle~': v.optional(v.object({ emailAddress: Text }), {}) })
      const List = v.object({ elements: v.optional(v.array(Handle), []) })
      const list = await get(`${LINKEDIN}/v2/emailAddress?q=members&projection=(elements*(handle~))`, List)
      return {
        subject: user.id,
        emails: toEmails(list.elements[0]?.['handle~'].emailAddress ?? '', true),
        claims: toClaims({
          issuer: locate(LINKEDIN),
          name: `${user.localizedFirstName} ${user.localizedLastName}`.trim(),
        }),
      }
    },
  },
  notion: {
    kind: 'oauth2',
    authorizeUrl: 'https://api.notion.com/v1/oauth/authorize',
    tokenUrl: 'https://api.notion.com/v1/oauth/token',
    scopes: [],
    usesBasicAuth: true,
    authorizationParams: { owner: 'user' },
    readProfile: async ({ get, locate }) => {
      const person = v.optional(v.object({ email: Text }), {})
      const user = v.object({ id: Id, name: Text, avatar_url: Text, person })
      const Bot = v.object({ bot: v.object({ owner: v.object({ user }) }) })
      const headers = { 'notion-version': NOTION_VERSION }
      const { bot } = await get('https://api.notion.com/v1/users/me', Bot, headers)
      const owner = bot.owner.user
      return {
        subject: owner.id,
        emails: toEmails(owner.person.email, true),
        claims: toClaims({ issuer: locate('https://api.notion.com'), name: owner.name, picture: owner.avatar_url }),
      }
    },
  },
  slack: {
    kind: 'oauth2',
    authorizeUrl: 'https://slack.com/oauth/authorize',
    tokenUrl: `${SLACK}/oauth.access`,
    scopes: ['profile', 'email', 'openid'],
    readProfile: async ({ get, locate }) => {
      const ids = { 'https://slack.com/user_id': Id, 'https://slack.com/team_id': Text }
      const User = v.object({ ...ids, email: Text, name: Text, picture: Text })
      const user = await get(`${SLACK}/openid.connect.userInfo`, User)
      const { name, picture } = user
      const custom = { 'https://slack.com/team_id': user['https://slack.com/team_id'] }
      return {
        subject: user['https://slack.com/user_id'],
        emails: toEmails(user.email, true),
        claims: toClaims({ issuer: locate(SLACK), name, picture, custom }),
      }
    },
  },
  snapchat: {
    kind: 'oauth2',
    authorizeUrl: 'https://accounts.snapchat.com/accounts/oauth2/auth',
    tokenUrl: 'https://accounts.snapchat.com/accounts/oauth2/token',
    scopes: ['external_id', 'display_name', 'bitmoji.avatar'].map(
      (scope) => `https://auth.snapchat.com/oauth2/api/user.${scope}`,
    ),
    idToken: { issuer: 'https://accounts.snapchat.com/accounts/oauth2/token', toProfile: toConfirmedProfile },
    readProfile: async ({ get, locate }) => {
      const bitmoji = v.optional(v.nullable(v.object({ avatar: Text })))
      const me = v.object({ externalId: Id, displayName: Text, bitmoji, email: Text })
      const Answer = v.object({ data: v.object({ me }) })
      const query = new URLSearchParams({ query: SNAPCHAT_QUERY })
      const { data } = await get(`https://kit.snapchat.com/v1/me?${query}`, Answer)
      const { displayName: name, externalId: subject } = data.me
      return {
        subject,
        emails: toEmails(data.me.email, true),
        claims: toClaims({
          issuer: locate('https://accounts.snapchat.com/accounts/oauth2/token'),
          name,
          nickname: name,
          picture: data.me.bitmoji?.avatar ?? '',
        }),
      }
    },
  },
  spotify: {
    kind: 'oauth2',
    authorizeUrl: 'https://accounts.spotify.com/authorize',
    tokenUrl: 'https://accounts.spotify.com/api/token',
    scopes: ['user-read-email'],
    usesPkce: true,
    readProfile: async ({ get, locate }) => {
      const images = v.optional(v.array(v.object({ url: Text })), [])
      const user = await get(
        'https://api.spotify.com/v1/me',
        v.object({ id: Id, display_name: Text, email: Text, images }),
      )
      return {
        subject: user.id,
        // Spotify says itself that nobody has verified the address.
        emails: toEmails(user.email, false),
        claims: toClaims({
          issuer: locate('https://api.spotify.com/v1'),
          name: user.display_name,
          picture: user.images[0]?.url ?? '',
        }),
      }
    },
  },
  twitch: {
    kind: 'oauth2',
    authorizeUrl: 'https://id.twitch.tv/oauth2/authorize',
    tokenUrl: 'https://id.twitch.tv/oauth2/token',
    scopes: ['user:read:email'],
    readProfile: async ({ get, locate, clientId }) => {
      const more = { type: Text, broadcaster_type: Text, description: Text, offline_image_url: Text }
      const User = v.object({ id: Id, login: Text, display_name: Text, email: Text, profile_image_url: Text, ...more })
      const Answer = v.object({ data: v.tupleWithRest([User], User) })
      const { data } = await get('https://api.twitch.tv/helix/users', Answer, { 'client-id': clientId })
      const [{ id, login, display_name: nickname, email, profile_image_url: picture, ...custom }] = data
      return {
        subject: id,
        // An address that was never confirmed is left out by Twitch.
        emails: toEmails(email, true),
        claims: toClaims({ issuer: locate('https://api.twitch.tv'), name: login, nickname, picture, custom }),
      }
    },
  },
  twitter: { ...xProvider() },
  x: { ...xProvider() },
  workos: {
    kind: 'oauth2',
    authorizeUrl: 'https://api.workos.com/sso/authorize',
    tokenUrl: 'https://api.workos.com/sso/token',
    scopes: [],
    // The profile comes with the token.
    readProfile: async ({ tokens, locate }) => {
      const names = { first_name: Text, last_name: Text, email: Text }
      const Profile = v.object({ id: Id, ...names, connection_id: Text, organization_id: Text })
      const { profile } = v.parse(v.object({ profile: Profile }), tokens)
      const { connection_id, organization_id } = profile
      return {
        subject: profile.id,
        emails: toEmails(profile.email, true),
        claims: toClaims({
          issuer: locate('https://api.workos.com'),
          name: `${profile.first_name} ${profile.last_name}`.trim(),
          custom: { connection_id, organization_id },
        }),
      }
    },
  },
  zoom: {
    kind: 'oauth2',
    authorizeUrl: 'https://zoom.us/oauth/authorize',
    tokenUrl: 'https://zoom.us/oauth/token',
    scopes: [],
    usesBasicAuth: true,
    usesPkce: true,
    readProfile: async ({ get, locate }) => {
      const login = { login_type: v.optional(v.union([v.string(), v.number()])), verified: Yes }
      const names = { first_name: Text, last_name: Text, pic_url: Text }
      const user = await get('https://api.zoom.us/v2/users/me', v.object({ id: Id, email: Text, ...names, ...login }))
      return {
        subject: user.id,
        // Login type 100 is Zoom's own password: only then it has to say that the address was confirmed.
        emails: toEmails(
          user.email,
          user.verified || (user.login_type !== undefined && String(user.login_type) !== '100'),
        ),
        claims: toClaims({
          issuer: locate('https://api.zoom.us/v2'),
          name: `${user.first_name} ${user.last_name}`.trim(),
          picture: user.pic_url,
        }),
      }
    },
  },
} satisfies Record<string, OAuth2Provider>

/** `twitter` and `x` are one service; of both names we speak its OAuth 2 (docs/decisions/018). */
function xProvider(): OAuth2Provider {
  return {
    kind: 'oauth2',
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    scopes: X_SCOPES,
    usesBasicAuth: true,
    usesPkce: true,
    readProfile: async ({ get, locate }) => {
      const names = { name: Text, username: Text, profile_image_url: Text, url: Text, created_at: Text }
      const Answer = v.object({ data: v.object({ id: Id, confirmed_email: Text, ...names }) })
      const { data } = await get(`https://api.x.com/2/users/me?user.fields=${X_FIELDS}`, Answer)
      const { name, username: userName, profile_image_url: picture, url: website, created_at } = data
      const custom = { created_at }
      return {
        subject: data.id,
        emails: toEmails(data.confirmed_email, true),
        claims: toClaims({ issuer: locate('https://api.x.com'), name, userName, picture, website, custom }),
      }
    },
  }
}

function toDiscordPicture({ id, avatar, discriminator }: Record<'id' | 'avatar' | 'discriminator', string>): string {
  if (avatar === '') return `https://cdn.discordapp.com/embed/avatars/${Number(discriminator || 0) % 5}.png`
  return `https://cdn.discordapp.com/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`
}
