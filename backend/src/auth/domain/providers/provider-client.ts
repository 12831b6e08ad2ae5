import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import * as v from 'valibot'
import { createGuardedFetch } from '../../../http/guarded-fetch.ts'
import { errors } from '../../errors.ts'
import type { ExternalAccount } from '../linking/external-account.ts'
import { configure, getIssuer, toConfiguredUrl } from './configure.ts'
import type { ProfileApi } from './oauth2-provider.ts'
import type { OidcProvider } from './oidc-providers.ts'
import type { OpenProvider } from './open-provider.ts'
import { type IdTokenClaims, type Profile, toStandardProfile } from './profile.ts'
import { verifyIdToken } from './verify-id-token.ts'

/** The values to remember until the provider sends the browser back. */
export interface ClientSecrets {
  codeVerifier: string | undefined
  nonce: string | undefined
}

/** A completed sign-in at a provider. */
export interface ProviderSignIn {
  account: ExternalAccount
  accessToken: string
  refreshToken: string | undefined
}

/**
 * Returns the provider's sign-in URL and the values to remember. `params` are the app's own parameters, already
 * filtered.
 */
export async function startAtProvider(
  provider: OpenProvider,
  { state, scopes, params }: { state: string; scopes: string[]; params: Record<string, string> },
): Promise<{ url: string } & ClientSecrets> {
  const configuration = await configure(provider)
  const { row } = provider
  const usesPkce = provider.usesPkce ?? configuration.serverMetadata().supportsPKCE()
  const codeVerifier = usesPkce ? randomPKCECodeVerifier() : undefined
  const nonce = row.kind === 'oidc' ? (params.nonce ?? randomNonce()) : undefined
  const url = buildAuthorizationUrl(configuration, {
    ...params,
    ...provider.authorizationParams,
    ...(row.kind === 'oidc' && row.responseMode ? { response_mode: row.responseMode } : {}),
    ...(nonce ? { nonce } : {}),
    ...(codeVerifier
      ? { code_challenge: await calculatePKCECodeChallenge(codeVerifier), code_challenge_method: 'S256' }
      : {}),
    redirect_uri: provider.redirectUri,
    state,
    scope: [...new Set([...row.scopes, ...scopes])].join(' '),
  })
  if (url.searchParams.get('scope') === '') url.searchParams.delete('scope')
  return { url: url.href, codeVerifier, nonce }
}

/** Exchanges the provider's code and reads the profile. Throws the error that the redirect reports to the app. */
export async function finishAtProvider(
  provider: OpenProvider,
  callback: { code: string; issuer: string | undefined; state: string },
  secrets: ClientSecrets,
  now: Date,
): Promise<ProviderSignIn> {
  const configuration = await configure(provider)
  const tokens = await exchange(provider, configuration, callback, secrets)
  const expected = { nonce: secrets.nonce, now }
  const profile = await readProfile(provider, configuration, tokens, expected).catch((cause: unknown) => {
    throw errors.providerProfileFailed(toLoggable(cause))
  })
  return {
    account: toAccount(provider, profile),
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
  }
}

/** Library errors contain their input. Tokens and profiles must not reach the log. */
function toLoggable(error: unknown): Error {
  if (v.isValiError(error))
    return new Error(`The profile has an unexpected format: ${v.getDotPath(error.issues[0]) ?? ''}`)
  if (error instanceof ResponseBodyError) return new Error(`The provider answered ${error.status}: ${error.error}`)
  return new Error(error instanceof Error ? `${error.name}: ${error.message}` : 'unknown')
}

type Tokens = Awaited<ReturnType<typeof authorizationCodeGrant>>

async function exchange(
  provider: OpenProvider,
  configuration: Configuration,
  { code, issuer, state }: { code: string; issuer: string | undefined; state: string },
  { codeVerifier }: ClientSecrets,
): Promise<Tokens> {
  const url = new URL(provider.redirectUri)
  url.search = new URLSearchParams({ code, state, ...toIssuerParameter(provider, configuration, issuer) }).toString()
  return authorizationCodeGrant(configuration, url, {
    expectedState: state,
    ...(codeVerifier ? { pkceCodeVerifier: codeVerifier } : {}),
  }).catch((cause: unknown) => {
    throw errors.providerExchangeFailed(toLoggable(cause))
  })
}

/**
 * The `iss` parameter (RFC 9207) names the issuer of the code, so that a code of another provider is never sent to this
 * one. Plain OAuth 2 servers have no known issuer; theirs must have the same origin.
 */
function toIssuerParameter(
  { row }: OpenProvider,
  configuration: Configuration,
  issuer: string | undefined,
): Record<string, string> {
  if (issuer === undefined) return {}
  if (row.kind === 'oidc') return { iss: issuer }
  const isSame = URL.canParse(issuer) && new URL(issuer).origin === configuration.serverMetadata().issuer
  if (!isSame) throw errors.providerExchangeFailed(new Error('The answer is from another issuer.'))
  return {}
}

async function readProfile(
  provider: OpenProvider,
  configuration: Configuration,
  tokens: Tokens,
  { nonce, now }: { nonce: string | undefined; now: Date },
): Promise<Profile> {
  const { row } = provider
  if (row.kind === 'oauth2') return row.readProfile(await toProfileApi(provider, tokens))
  const { unverified_id_token: idToken, access_token: accessToken } = tokens
  if (typeof idToken !== 'string') throw new Error('There is no ID token in the answer.')
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
      if (!response.ok) throw new Error(`The provider answered ${response.status} when asked for the profile.`)
      return v.parse(schema, await response.json())
    },
  }
}

/** Returns the provider's account in the form that account linking expects. */
export function toAccount({ name, isEmailOptional }: OpenProvider, profile: Profile): ExternalAccount {
  return { provider: name, subject: profile.subject, emails: profile.emails, claims: profile.claims, isEmailOptional }
}
