import * as v from 'valibot'
import type { OAuth2Provider } from './oauth2-provider.ts'
import { Id, Text, toClaims, toEmails, Yes } from './profile.ts'

const GITHUB = 'https://api.github.com'
const BITBUCKET = 'https://api.bitbucket.org/2.0'
const SLACK = 'https://slack.com/api'
const NOTION_VERSION = '2022-06-28'

/** Work and developer tools that speak OAuth 2 without OpenID Connect. The facts are from their own documentation. */
export const WORK_PROVIDERS = {
  bitbucket: {
    kind: 'oauth2',
    authorizeUrl: 'https://bitbucket.org/site/oauth2/authorize',
    tokenUrl: 'https://bitbucket.org/site/oauth2/access_token',
    scopes: ['account', 'email'],
    readProfile: async ({ get, toConfiguredUrl }) => {
      const avatar = v.optional(v.object({ href: Text }), {})
      const links = v.optional(v.object({ avatar }), {})
      const user = await get(`${BITBUCKET}/user`, v.object({ uuid: Id, display_name: Text, links }))
      const Email = v.object({ email: Text, is_primary: Yes, is_confirmed: Yes })
      const { values } = await get(`${BITBUCKET}/user/emails`, v.object({ values: v.optional(v.array(Email), []) }))
      return {
        subject: user.uuid,
        emails: values.map((one) => ({ address: one.email, isVerified: one.is_confirmed, isPrimary: one.is_primary })),
        claims: toClaims({
          issuer: toConfiguredUrl(BITBUCKET),
          name: user.display_name,
          picture: user.links.avatar.href,
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
    readProfile: async ({ get, toConfiguredUrl }) => {
      const User = v.object({ id: Id, email: Text, handle: Text, img_url: Text })
      const user = await get('https://api.figma.com/v1/me', User)
      const claims = toClaims({
        issuer: toConfiguredUrl('https://api.figma.com'),
        name: user.handle,
        picture: user.img_url,
      })
      // Figma does not document that addresses are verified.
      return { subject: user.id, emails: toEmails(user.email, false), claims }
    },
  },
  fly: {
    kind: 'oauth2',
    authorizeUrl: 'https://api.fly.io/oauth/authorize',
    tokenUrl: 'https://api.fly.io/oauth/token',
    scopes: ['read'],
    readProfile: async ({ get, toConfiguredUrl }) => {
      const organizations = v.optional(v.array(v.object({ id: Text, role: Text })), [])
      const User = v.object({ user_id: Id, user_name: Text, email: Text, resource_owner_id: Text, organizations })
      const user = await get('https://api.fly.io/oauth/token/info', User)
      const custom = { resource_owner_id: user.resource_owner_id, organizations: user.organizations }
      const claims = toClaims({ issuer: toConfiguredUrl('https://api.fly.io'), name: user.user_name, custom })
      // Fly does not document that addresses are verified.
      return { subject: user.user_id, emails: toEmails(user.email, false), claims }
    },
  },
  github: {
    kind: 'oauth2',
    authorizeUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    scopes: ['user:email'],
    usesPkce: true,
    ownServerApiPath: { host: 'api.github.com', path: '/api/v3' },
    readProfile: async ({ get, toConfiguredUrl }) => {
      const headers = { accept: 'application/vnd.github+json' }
      const User = v.object({ id: Id, login: Text, name: Text, avatar_url: Text })
      const user = await get(`${GITHUB}/user`, User, headers)
      // The address in the profile is for display; the list says which addresses are verified.
      const Email = v.object({ email: Text, primary: Yes, verified: Yes })
      const emails = await get(`${GITHUB}/user/emails`, v.array(Email), headers)
      const { name, login: userName, avatar_url: picture } = user
      return {
        subject: user.id,
        emails: emails.map((one) => ({ address: one.email, isVerified: one.verified, isPrimary: one.primary })),
        claims: toClaims({ issuer: toConfiguredUrl(GITHUB), name, picture, userName }),
      }
    },
  },
  gitlab: {
    kind: 'oauth2',
    authorizeUrl: 'https://gitlab.com/oauth/authorize',
    tokenUrl: 'https://gitlab.com/oauth/token',
    scopes: ['read_user'],
    usesPkce: true,
    readProfile: async ({ get, toConfiguredUrl }) => {
      const names = { username: Text, name: Text, avatar_url: Text }
      const User = v.object({ id: Id, ...names, email: Text, confirmed_at: Text })
      const user = await get('https://gitlab.com/api/v4/user', User)
      const { name, avatar_url: picture, username: userName } = user
      return {
        subject: user.id,
        emails: toEmails(user.email, user.confirmed_at !== ''),
        claims: toClaims({ issuer: toConfiguredUrl('https://gitlab.com'), name, picture, userName }),
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
    readProfile: async ({ get, toConfiguredUrl }) => {
      const person = v.optional(v.object({ email: Text }), {})
      const user = v.object({ id: Id, name: Text, avatar_url: Text, person })
      const Bot = v.object({ bot: v.object({ owner: v.object({ user }) }) })
      const headers = { 'notion-version': NOTION_VERSION }
      const { bot } = await get('https://api.notion.com/v1/users/me', Bot, headers)
      const owner = bot.owner.user
      return {
        subject: owner.id,
        // Notion does not document that addresses are verified.
        emails: toEmails(owner.person.email, false),
        claims: toClaims({
          issuer: toConfiguredUrl('https://api.notion.com'),
          name: owner.name,
          picture: owner.avatar_url,
        }),
      }
    },
  },
  slack: {
    kind: 'oauth2',
    authorizeUrl: 'https://slack.com/oauth/authorize',
    tokenUrl: `${SLACK}/oauth.access`,
    scopes: ['profile', 'email', 'openid'],
    readProfile: async ({ get, toConfiguredUrl }) => {
      const ids = { 'https://slack.com/user_id': Id, 'https://slack.com/team_id': Text }
      const User = v.object({ ...ids, email: Text, email_verified: Yes, name: Text, picture: Text })
      const user = await get(`${SLACK}/openid.connect.userInfo`, User)
      const { name, picture } = user
      const custom = { 'https://slack.com/team_id': user['https://slack.com/team_id'] }
      return {
        subject: user['https://slack.com/user_id'],
        emails: toEmails(user.email, user.email_verified),
        claims: toClaims({ issuer: toConfiguredUrl(SLACK), name, picture, custom }),
      }
    },
  },
  workos: {
    kind: 'oauth2',
    authorizeUrl: 'https://api.workos.com/sso/authorize',
    tokenUrl: 'https://api.workos.com/sso/token',
    scopes: [],
    // The profile comes with the token.
    readProfile: async ({ tokens, toConfiguredUrl }) => {
      const names = { first_name: Text, last_name: Text, email: Text }
      const Profile = v.object({ id: Id, ...names, connection_id: Text, organization_id: Text })
      const { profile } = v.parse(v.object({ profile: Profile }), tokens)
      const { connection_id, organization_id } = profile
      return {
        subject: profile.id,
        // For sign-ins that belong to an organization, WorkOS checks that the address is in one of its domains.
        emails: toEmails(profile.email, organization_id !== ''),
        claims: toClaims({
          issuer: toConfiguredUrl('https://api.workos.com'),
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
    readProfile: async ({ get, toConfiguredUrl }) => {
      const names = { first_name: Text, last_name: Text, pic_url: Text }
      const User = v.object({ id: Id, email: Text, ...names, verified: Yes })
      const user = await get('https://api.zoom.us/v2/users/me', User)
      return {
        subject: user.id,
        emails: toEmails(user.email, user.verified),
        claims: toClaims({
          issuer: toConfiguredUrl('https://api.zoom.us/v2'),
          name: `${user.first_name} ${user.last_name}`.trim(),
          picture: user.pic_url,
        }),
      }
    },
  },
} satisfies Record<string, OAuth2Provider>
