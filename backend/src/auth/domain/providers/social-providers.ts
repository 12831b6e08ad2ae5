import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import type { OAuth2Provider } from './oauth2-provider.ts'
import { Id, Text, toClaims, toEmails, toNamedProfile, toUnverifiedProfile, Yes } from './profile.ts'

const DISCORD = 'https://discord.com/api'
const LINKEDIN = 'https://api.linkedin.com'
const X_FIELDS = 'id,name,username,confirmed_email,profile_image_url,url,created_at'
const SNAPCHAT_QUERY = '{me { externalId displayName bitmoji { avatar id } email } }'
const X_SCOPES = ['users.email', 'tweet.read', 'users.read', 'offline.access']

/** Social networks that speak OAuth 2 without OpenID Connect. The facts are from their own documentation. */
export const SOCIAL_PROVIDERS = {
  discord: {
    kind: 'oauth2',
    authorizeUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: `${DISCORD}/oauth2/token`,
    scopes: ['email', 'identify'],
    readProfile: async ({ get, toConfiguredUrl }) => {
      const names = { username: Text, global_name: Text, discriminator: Text, avatar: Text }
      const user = await get(`${DISCORD}/users/@me`, v.object({ id: Id, ...names, email: Text, verified: Yes }))
      const name = hasUniqueName(user) ? user.username : `${user.username}#${user.discriminator}`
      return {
        subject: user.id,
        emails: toEmails(user.email, user.verified),
        claims: toClaims({
          issuer: toConfiguredUrl(DISCORD),
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
    // Facebook documents that it omits invalid addresses. Neither the profile nor the ID token says that one is verified.
    idToken: { issuer: 'https://www.facebook.com', toProfile: toUnverifiedProfile },
    readProfile: async ({ get, toConfiguredUrl, accessToken, secret }) => {
      const proof = createHmac('sha256', secret).update(accessToken).digest('hex')
      const picture = v.optional(v.object({ data: v.object({ url: Text }) }), { data: {} })
      const names = { first_name: Text, last_name: Text, name: Text }
      const user = await get(
        `https://graph.facebook.com/me?fields=email,first_name,last_name,name,picture&appsecret_proof=${proof}`,
        v.object({ id: Id, email: Text, ...names, picture }),
      )
      return {
        subject: user.id,
        emails: toEmails(user.email, false),
        claims: toClaims({
          issuer: toConfiguredUrl('https://graph.facebook.com'),
          name: `${user.first_name} ${user.last_name}`.trim(),
          nickname: user.name,
          picture: user.picture.data.url,
        }),
      }
    },
  },
  kakao: {
    kind: 'oauth2',
    authorizeUrl: 'https://kauth.kakao.com/oauth/authorize',
    tokenUrl: 'https://kauth.kakao.com/oauth/token',
    scopes: ['account_email', 'profile_image', 'profile_nickname'],
    // Unlike the profile, the ID token says nothing about verification.
    idToken: { issuer: 'https://kauth.kakao.com', toProfile: toNamedProfile },
    readProfile: async ({ get, toConfiguredUrl }) => {
      const profile = v.optional(v.object({ nickname: Text, profile_image_url: Text }), {})
      const Account = v.object({ profile, email: Text, is_email_valid: Yes, is_email_verified: Yes })
      const User = v.object({ id: Id, kakao_account: v.optional(Account, {}) })
      const { id, kakao_account: account } = await get('https://kapi.kakao.com/v2/user/me', User)
      const { nickname: name, profile_image_url: picture } = account.profile
      return {
        subject: id,
        emails: toEmails(account.email, account.is_email_valid && account.is_email_verified),
        claims: toClaims({ issuer: toConfiguredUrl('https://kapi.kakao.com'), name, userName: name, picture }),
      }
    },
  },
  linkedin: {
    kind: 'oauth2',
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    scopes: ['r_emailaddress', 'r_liteprofile'],
    readProfile: async ({ get, toConfiguredUrl }) => {
      const User = v.object({ id: Id, localizedFirstName: Text, localizedLastName: Text })
      const user = await get(`${LINKEDIN}/v2/me`, User)
      const Handle = v.object({ 'handle~': v.optional(v.object({ emailAddress: Text }), {}) })
      const List = v.object({ elements: v.optional(v.array(Handle), []) })
      const list = await get(`${LINKEDIN}/v2/emailAddress?q=members&projection=(elements*(handle~))`, List)
      return {
        subject: user.id,
        // Only LinkedIn's OpenID Connect says whether an address is verified.
        emails: toEmails(list.elements[0]?.['handle~'].emailAddress ?? '', false),
        claims: toClaims({
          issuer: toConfiguredUrl(LINKEDIN),
          name: `${user.localizedFirstName} ${user.localizedLastName}`.trim(),
        }),
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
    idToken: { issuer: 'https://accounts.snapchat.com/accounts/oauth2/token', toProfile: toNamedProfile },
    readProfile: async ({ get, toConfiguredUrl }) => {
      const bitmoji = v.optional(v.nullable(v.object({ avatar: Text })))
      const me = v.object({ externalId: Id, displayName: Text, bitmoji, email: Text })
      const Answer = v.object({ data: v.object({ me }) })
      const query = new URLSearchParams({ query: SNAPCHAT_QUERY })
      const { data } = await get(`https://kit.snapchat.com/v1/me?${query}`, Answer)
      const { displayName: name, externalId: subject } = data.me
      return {
        subject,
        // Snapchat's documentation does not mention the address, so it may be unverified.
        emails: toEmails(data.me.email, false),
        claims: toClaims({
          issuer: toConfiguredUrl('https://accounts.snapchat.com/accounts/oauth2/token'),
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
    readProfile: async ({ get, toConfiguredUrl }) => {
      const images = v.optional(v.array(v.object({ url: Text })), [])
      const user = await get(
        'https://api.spotify.com/v1/me',
        v.object({ id: Id, display_name: Text, email: Text, images }),
      )
      return {
        subject: user.id,
        // Spotify documents that addresses are not verified.
        emails: toEmails(user.email, false),
        claims: toClaims({
          issuer: toConfiguredUrl('https://api.spotify.com/v1'),
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
    readProfile: async ({ get, toConfiguredUrl, clientId }) => {
      const more = { type: Text, broadcaster_type: Text, description: Text, offline_image_url: Text }
      const User = v.object({ id: Id, login: Text, display_name: Text, email: Text, profile_image_url: Text, ...more })
      const Answer = v.object({ data: v.tupleWithRest([User], User) })
      const { data } = await get('https://api.twitch.tv/helix/users', Answer, { 'client-id': clientId })
      const [{ id, login, display_name: nickname, email, profile_image_url: picture, ...custom }] = data
      return {
        subject: id,
        // Twitch documents that this is the verified address.
        emails: toEmails(email, true),
        claims: toClaims({ issuer: toConfiguredUrl('https://api.twitch.tv'), name: login, nickname, picture, custom }),
      }
    },
  },
  twitter: { ...xProvider() },
  x: { ...xProvider() },
} satisfies Record<string, OAuth2Provider>

/** `twitter` and `x` are one service. Both use its OAuth 2 (docs/decisions/018). */
function xProvider(): OAuth2Provider {
  return {
    kind: 'oauth2',
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    scopes: X_SCOPES,
    usesBasicAuth: true,
    usesPkce: true,
    readProfile: async ({ get, toConfiguredUrl }) => {
      const names = { name: Text, username: Text, profile_image_url: Text, url: Text, created_at: Text }
      const Answer = v.object({ data: v.object({ id: Id, confirmed_email: Text, ...names }) })
      const { data } = await get(`https://api.x.com/2/users/me?user.fields=${X_FIELDS}`, Answer)
      const { name, username: userName, profile_image_url: picture, url: website, created_at } = data
      const custom = { created_at }
      return {
        subject: data.id,
        emails: toEmails(data.confirmed_email, true),
        claims: toClaims({ issuer: toConfiguredUrl('https://api.x.com'), name, userName, picture, website, custom }),
      }
    },
  }
}

/** Returns true for the user names of 2023 and later, which have no number behind them. */
function hasUniqueName({ discriminator }: { discriminator: string }): boolean {
  return discriminator === '' || discriminator === '0'
}

function toDiscordPicture(user: Record<'id' | 'avatar' | 'discriminator', string>): string {
  const { id, avatar, discriminator } = user
  if (avatar === '') {
    // Chosen by the id (a snowflake), before 2023 by the number.
    const index = hasUniqueName(user) ? (BigInt(id) >> 22n) % 6n : Number(discriminator) % 5
    return `https://cdn.discordapp.com/embed/avatars/${index}.png`
  }
  return `https://cdn.discordapp.com/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`
}
