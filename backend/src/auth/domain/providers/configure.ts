import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  None,
  type ServerMetadata,
} from 'openid-client'
import { createGuardedFetch } from '../../../http/guarded-fetch.ts'
import type { OAuth2Provider } from './oauth2-provider.ts'
import type { OidcProvider } from './oidc-providers.ts'
import type { OpenProvider } from './open-provider.ts'

const DISCOVERY_LIFE_MS = 3_600_000
const MAX_CACHED = 200
const TIMEOUT_SECONDS = 4

/** Discovery results, cached for an hour in each process. */
const discovered = new Map<string, { metadata: Promise<ServerMetadata>; since: number }>()

/** Returns the library's configuration of a provider: its endpoints and our client authentication. */
export async function configure(provider: OpenProvider): Promise<Configuration> {
  const { row, policy } = provider
  const metadata = row.kind === 'oidc' ? await discoverOnce(provider, row) : toMetadata(provider, row)
  const secret = await provider.getSecret()
  const configuration = new Configuration(metadata, provider.clientIds[0], {}, toClientAuth(provider, secret))
  configuration.timeout = TIMEOUT_SECONDS
  configuration[customFetch] = normalizeResponses(toCustomFetch(provider))
  if (policy.allowsLoopback) allowInsecureRequests(configuration)
  return configuration
}

/** Fetches the provider's discovery document. */
export async function discoverOnce(provider: OpenProvider, row: OidcProvider): Promise<ServerMetadata> {
  const cached = discovered.get(provider.cacheKey)
  if (cached && Date.now() - cached.since < DISCOVERY_LIFE_MS) return cached.metadata
  if (discovered.size >= MAX_CACHED) discovered.clear()
  const metadata = discover(provider, row)
  discovered.set(provider.cacheKey, { metadata, since: Date.now() })
  // Failures are not cached, because the provider may recover soon.
  metadata.catch(() => discovered.delete(provider.cacheKey))
  return metadata
}

async function discover(provider: OpenProvider, row: OidcProvider): Promise<ServerMetadata> {
  const issuer = getIssuer(provider, row)
  const address = provider.discoveryUrl ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const execute = provider.policy.allowsLoopback ? [allowInsecureRequests] : []
  const options = { [customFetch]: toCustomFetch(provider), timeout: TIMEOUT_SECONDS, execute }
  const found = await discovery(new URL(address), provider.clientIds[0], undefined, None(), options)
  // The library adds a method that is not metadata.
  const { supportsPKCE: _supportsPkce, ...metadata } = found.serverMetadata()
  // For a full URL, the library does not check the issuer.
  if (metadata.issuer !== issuer && !(isTheirOwn(issuer, row) && row.otherIssuers?.test(metadata.issuer))) {
    throw new Error('The discovery document names another issuer.')
  }
  if (!row.endpoints) return metadata
  const { authorizeUrl, tokenUrl } = row.endpoints
  return {
    ...metadata,
    authorization_endpoint: toConfiguredUrl(provider, authorizeUrl),
    token_endpoint: toConfiguredUrl(provider, tokenUrl),
  }
}

/** Returns the issuer whose discovery document applies: the operator's own server, or the provider's. */
export function getIssuer({ url }: Pick<OpenProvider, 'url'>, { issuer, ownServerPath = '' }: OidcProvider): string {
  return url === undefined ? (issuer ?? '') : `${url}${ownServerPath}`
}

/**
 * Returns true when the issuer is the provider itself or one of its tenants, and false for an operator's own server.
 */
export function isTheirOwn(issuer: string, row: OidcProvider): boolean {
  return row.issuer !== undefined && new URL(issuer).origin === new URL(row.issuer).origin
}

/** Moves a URL of the provider to the server that the operator has configured. */
export function toConfiguredUrl({ url, row }: OpenProvider, address: string): string {
  if (url === undefined) return address
  const { host, pathname, search } = new URL(address)
  const own = row.kind === 'oauth2' ? row.ownServerApiPath : undefined
  const rest = pathname === '/' ? '' : pathname
  return `${url}${own?.host === host ? own.path : ''}${rest}${search}`
}

function toMetadata(provider: OpenProvider, row: OAuth2Provider): ServerMetadata {
  const authorizeUrl = toConfiguredUrl(provider, row.authorizeUrl)
  return {
    issuer: new URL(authorizeUrl).origin,
    authorization_endpoint: authorizeUrl,
    token_endpoint: toConfiguredUrl(provider, row.tokenUrl),
  }
}

function toClientAuth({ row }: OpenProvider, secret: string): ClientAuth {
  if (secret === '') return None()
  return row.kind === 'oauth2' && row.usesBasicAuth ? ClientSecretBasic(secret) : ClientSecretPost(secret)
}

function toCustomFetch({ policy }: OpenProvider): CustomFetch {
  const fetch = createGuardedFetch(policy)
  return (address, { method, headers, body, signal }) => {
    const text = typeof body === 'string' || body instanceof URLSearchParams ? body : undefined
    return fetch(address, {
      method,
      headers,
      ...(text === undefined ? {} : { body: text }),
      ...(signal ? { signal } : {}),
    })
  }
}

/**
 * Works around servers that leave out token_type or list scopes in an array. Also renames the ID token, so that the
 * library does not verify it: the library accepts one issuer name only, and Apple and LinkedIn have had two. Our own
 * code verifies all ID tokens, including those that apps send.
 */
function normalizeResponses(fetch: CustomFetch): CustomFetch {
  return async (address, options) => {
    const response = await fetch(address, options)
    if (!response.ok) return response
    const body: unknown = await response.json().catch(() => undefined)
    const fields = typeof body === 'object' && body !== null ? body : {}
    const { id_token: idToken, scope, ...rest } = { scope: undefined, id_token: undefined, ...fields }
    const idTokens = idToken === undefined ? {} : { unverified_id_token: idToken }
    // RFC 6749 §5.1 requires token_type; the token is a bearer token in every case.
    const normalized = { ...rest, ...idTokens, token_type: 'bearer', ...(typeof scope === 'string' ? { scope } : {}) }
    return Response.json(normalized, { status: 200 })
  }
}
