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
import { errors } from '../../errors.ts'
import type { ExternalAccount } from '../linking/external-account.ts'
import { configure } from './configure.ts'
import type { OpenProvider } from './open-provider.ts'
import type { Profile } from './profile.ts'
import { readProfile, type Tokens } from './provider-profile.ts'

/** The values to remember until the provider sends the browser back. */
export interface ClientSecrets {
  codeVerifier: string | undefined
  nonce: string | undefined
}

/** A completed sign-in with a provider. */
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
  if (error instanceof ResponseBodyError)
    return new Error(`The provider responded with ${error.status}: ${error.error}`)
  return new Error(error instanceof Error ? `${error.name}: ${error.message}` : 'unknown')
}

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
  if (!isSame) throw errors.providerExchangeFailed(new Error('The response is from another issuer.'))
  return {}
}

/** Returns the provider's account in the form that account linking expects. */
export function toAccount({ name, isEmailOptional }: OpenProvider, profile: Profile): ExternalAccount {
  return { provider: name, subject: profile.subject, emails: profile.emails, claims: profile.claims, isEmailOptional }
}
