import * as v from 'valibot'
import {
  Id,
  type IdTokenClaims,
  type Profile,
  StandardClaims,
  Text,
  toClaims,
  toEmails,
  toStandardProfile,
  Yes,
} from './profile.ts'

/** The properties of a provider that speaks OpenID Connect. */
export interface OidcProvider {
  kind: 'oidc'
  /** The issuer with the discovery document. Undefined when the operator must configure it. */
  issuer: string | undefined
  /** The suffix that turns the configured address of the operator's own server into its issuer. */
  ownServerPath?: string
  /** Other issuer names that the provider signs with. */
  otherIssuers?: RegExp
  scopes: string[]
  /** The response mode. The default is a query. */
  responseMode?: 'form_post'
  /** Endpoints that are missing in the discovery document. */
  endpoints?: { authorizeUrl: string; tokenUrl: string }
  /** `hasOneTenant`: the issuer is an organisation, which vouches for its members' addresses. */
  toProfile?(claims: IdTokenClaims, options: { hasOneTenant: boolean }): Profile
}

const AZURE_ISSUER = /^https:\/\/login\.microsoftonline\.com\/[^/]+\/v2\.0\/?$/
/** Claims of a Microsoft ID token about the token itself rather than the person. */
const AZURE_PROTOCOL_CLAIMS = new Set(
  'aud iss iat nbf exp c_hash at_hash aio nonce rh uti jti ver sub name preferred_username'.split(' '),
)

/** The providers with OpenID Connect. */
export const OIDC_PROVIDERS = {
  apple: {
    kind: 'oidc',
    issuer: 'https://appleid.apple.com',
    otherIssuers: /^https:\/\/account\.apple\.com$/,
    scopes: ['email', 'name'],
    responseMode: 'form_post',
    toProfile: (claims) => {
      const Claims = v.object({
        ...StandardClaims,
        is_private_email: v.optional(Yes),
        auth_time: v.optional(v.number()),
      })
      const { iss, sub, email, email_verified, is_private_email, auth_time } = v.parse(Claims, claims)
      const custom = {
        ...(is_private_email === undefined ? {} : { is_private_email }),
        ...(auth_time ? { auth_time } : {}),
      }
      // False for managed accounts, whose addresses a school or company may have entered.
      return { subject: sub, emails: toEmails(email, email_verified), claims: toClaims({ issuer: iss, custom }) }
    },
  },
  azure: {
    kind: 'oidc',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    ownServerPath: '/v2.0',
    otherIssuers: AZURE_ISSUER,
    scopes: ['openid', 'email', 'profile'],
    toProfile: toAzureProfile,
  },
  google: {
    kind: 'oidc',
    issuer: 'https://accounts.google.com',
    otherIssuers: /^accounts\.google\.com$/,
    scopes: ['openid', 'email', 'profile'],
    toProfile: (claims) => {
      const { hd } = v.parse(v.object({ hd: Text }), claims)
      const profile = toStandardProfile(claims)
      return hd === '' ? profile : { ...profile, claims: { ...profile.claims, custom_claims: { hd } } }
    },
  },
  keycloak: { kind: 'oidc', issuer: undefined, scopes: ['openid', 'profile', 'email'] },
  linkedin_oidc: {
    kind: 'oidc',
    issuer: 'https://www.linkedin.com/oauth',
    otherIssuers: /^https:\/\/www\.linkedin\.com(\/oauth)?$/,
    scopes: ['openid', 'email', 'profile'],
  },
  slack_oidc: {
    kind: 'oidc',
    issuer: 'https://slack.com',
    scopes: ['openid', 'email', 'profile'],
    toProfile: (claims) => {
      const team = claims['https://slack.com/team_id']
      const profile = toStandardProfile(claims)
      return { ...profile, claims: { ...profile.claims, custom_claims: { 'https://slack.com/team_id': team } } }
    },
  },
  vercel_marketplace: {
    kind: 'oidc',
    issuer: 'https://marketplace.vercel.com',
    scopes: ['openid'],
    endpoints: {
      authorizeUrl: 'https://api.vercel.com/oauth/v2/authorization',
      tokenUrl: 'https://api.vercel.com/oauth/v2/accessToken',
    },
    toProfile: (claims) => {
      const names = { global_user_id: Text, user_email: Text, user_name: Text, user_avatar_url: Text }
      const { iss, sub, ...user } = v.parse(v.object({ iss: Text, sub: Id, ...names }), claims)
      return {
        subject: user.global_user_id === '' ? sub : `global_user_id:${user.global_user_id}`,
        // No claim says whether the address is verified.
        emails: toEmails(user.user_email, false),
        claims: toClaims({ issuer: iss, name: user.user_name, picture: user.user_avatar_url }),
      }
    },
  },
} satisfies Record<string, OidcProvider>

/**
 * Microsoft lets the administrator of any organisation write any address into `email`. `xms_edov` says whether the
 * organisation owns the domain. Without it, only an organisation that the operator has configured is trusted.
 */
function toAzureProfile(claims: IdTokenClaims, { hasOneTenant }: { hasOneTenant: boolean }): Profile {
  const Claims = v.object({ ...StandardClaims, name: Text, preferred_username: Text, xms_edov: v.optional(Yes) })
  const { iss, sub, email, name, preferred_username: userName, xms_edov: ownsDomain } = v.parse(Claims, claims)
  const custom = Object.fromEntries(Object.entries(claims).filter(([claim]) => !AZURE_PROTOCOL_CLAIMS.has(claim)))
  return {
    subject: sub,
    emails: toEmails(email, ownsDomain ?? hasOneTenant),
    claims: toClaims({ issuer: iss, name, userName, custom }),
  }
}
