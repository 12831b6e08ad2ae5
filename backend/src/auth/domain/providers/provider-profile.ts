import type { authorizationCodeGrant, Configuration } from 'openid-client'
import * as v from 'valibot'
import { createGuardedFetch } from '../../../http/guarded-fetch.ts'
import { getIssuer, toConfiguredUrl } from './configure.ts'
import type { ProfileApi } from './oauth2-provider.ts'
import type { OidcProvider } from './oidc-providers.ts'
import type { OpenProvider } from './open-provider.ts'
import { type IdTokenClaims, type Profile, toStandardProfile } from './profile.ts'
import { verifyIdToken } from './verify-id-token.ts'

/** The provider's response to the exchange of a code. */
export type Tokens = Awaited<ReturnType<typeof authorizationCodeGrant>>

/**
 * Returns the profile of the member who signed in: from the ID token and the userinfo endpoint, or by the provider's own
 * API. Throws when the token is not for this sign-in.
 */
export async function readProfile(
  provider: OpenProvider,
  configuration: Configuration,
  tokens: Tokens,
  { nonce, now }: { nonce: string | undefined; now: Date },
): Promise<Profile> {
  const { row } = provider
  if (row.kind === 'oauth2') return row.readProfile(await toProfileApi(provider, tokens))
  const { unverified_id_token: idToken, access_token: accessToken } = tokens
  if (typeof idToken !== 'string') throw new Error('The response contains no ID token.')
  const claims = await verifyIdToken(provider, row, { idToken, accessToken, now })
  if (![claims.aud].flat().includes(provider.clientIds[0])) throw new Error('The ID token is for another client.')
  if (claims.nonce !== undefined && claims.nonce !== nonce) throw new Error('The ID token has another nonce.')
  const userInfo = await readUserInfo(provider, configuration, tokens.access_token, claims)
  return toOidcProfile(provider, row, { ...userInfo, ...claims })
}

/** Returns the profile in the claims of a verified ID token. */
export function toOidcProfile(provider: OpenProvider, row: OidcProvider, claims: IdTokenClaims): Profile {
  const hasOneTenant = !/\/(common|organizations|consumers)\//.test(getIssuer(provider, row))
  return (row.toProfile ?? toStandardProfile)(claims, { hasOneTenant })
}

/** Servers return claims in the ID token or from the userinfo endpoint. The token takes precedence. */
async function readUserInfo(
  provider: OpenProvider,
  configuration: Configuration,
  accessToken: string,
  claims: IdTokenClaims,
): Promise<IdTokenClaims> {
  const { userinfo_endpoint: address } = configuration.serverMetadata()
  if (typeof claims.email === 'string' || address === undefined || provider.name === 'azure') return {}
  const fetch = createGuardedFetch(provider.policy)
  const response = await fetch(address, {
    headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
  })
  if (!response.ok) return {}
  const parsed = v.safeParse(v.record(v.string(), v.unknown()), await response.json().catch(() => undefined))
  // OpenID Connect Core §5.3.2: claims about another subject must not be used.
  return parsed.success && parsed.output.sub === claims.sub ? parsed.output : {}
}

async function toProfileApi(provider: OpenProvider, tokens: Tokens): Promise<ProfileApi> {
  const fetch = createGuardedFetch(provider.policy)
  const authorization = { accept: 'application/json', authorization: `Bearer ${tokens.access_token}` }
  return {
    accessToken: tokens.access_token,
    tokens: { ...tokens },
    clientId: provider.clientIds[0],
    secret: await provider.getSecret(),
    toConfiguredUrl: (address) => toConfiguredUrl(provider, address),
    get: async (address, schema, headers = {}) => {
      const response = await fetch(toConfiguredUrl(provider, address), { headers: { ...authorization, ...headers } })
      if (!response.ok)
        throw new Error(`The provider responded with ${response.status} to the request for the profile.`)
      return v.parse(schema, await response.json())
    },
  }
}
