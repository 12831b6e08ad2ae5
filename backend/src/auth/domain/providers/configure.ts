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
const MAX_KEPT = 200
const TIMEOUT_SECONDS = 4

/** What discovery found, for an hour: a cache alone, each process may ask for itself. */
const discovered = new Map<string, { metadata: Promise<ServerMetadata>; since: number }>()

/** The library's view of a provider: its endpoints, and how we show who we are. */
export async function configure(provider: OpenProvider): Promise<Configuration> {
  const { row, policy } = provider
  const metadata = row.kind === 'oidc' ? await discoverOnce(provider, row) : toMetadata(provider, row)
  const secret = await provider.getSecret()
  const configuration = new Configuration(metadata, provider.clientIds[0], {}, toClientAuth(provider, secret))
  configuration.timeout = TIMEOUT_SECONDS
  configuration[customFetch] = mendAnswers(toCustomFetch(provider))
  if (policy.allowsLoopback) allowInsecureRequests(configuration)
  return configuration
}

/** What the provider's discovery document says. */
export async function discoverOnce(provider: OpenProvider, row: OidcProvider): Promise<ServerMetadata> {
  const kept = discovered.get(provider.cacheKey)
  if (kept && Date.now() - kept.since < DISCOVERY_LIFE_MS) return kept.metadata
  if (discovered.size >= MAX_KEPT) discovered.clear()
  const metadata = discover(provider, row)
  discovered.set(provider.cacheKey, { metadata, since: Date.now() })
  // A failure is not kept: the provider may be back in a moment.
  metadata.catch(() => discovered.delete(provider.cacheKey))
  return metadata
}

async function discover(provider: OpenProvider, row: OidcProvider): Promise<ServerMetadata> {
  const issuer = getIssuer(provider, row)
  const address = provider.discoveryUrl ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const execute = provider.policy.allowsLoopback ? [allowInsecureRequests] : []
  const options = { [customFetch]: toCustomFetch(provider), timeout: TIMEOUT_SECONDS, execute }
  const found = await discovery(new URL(address), provider.clientIds[0], undefined, None(), options)
  // The library adds a method, which is no metadata.
  const { supportsPKCE: _supportsPkce, ...metadata } = found.serverMetadata()
  // Given a whole address, the library leaves it to us whose document it must be.
  if (metadata.issuer !== issuer && !(isTheirOwn(issuer, row) && row.otherIssuers?.test(metadata.issuer))) {
    throw new Error('The discovery document is that of another issuer.')
  }
  if (!row.endpoints) return metadata
  const { authorizeUrl, tokenUrl } = row.endpoints
  return {
    ...metadata,
    authorization_endpoint: locate(provider, authorizeUrl),
    token_endpoint: locate(provider, tokenUrl),
  }
}

/** The issuer whose discovery document counts: the operator's own server, or the provider's. */
export function getIssuer({ url }: Pick<OpenProvider, 'url'>, { issuer, ownServerPath = '' }: OidcProvider): string {
  return url === undefined ? (issuer ?? '') : `${url}${ownServerPath}`
}

/** Whether an issuer is the provider itself, or one of its tenants, and no server of the operator's. */
export function isTheirOwn(issuer: string, row: OidcProvider): boolean {
  return row.issuer !== undefined && new URL(issuer).origin === new URL(row.issuer).origin
}

/** Where an address of a provider lies when the operator has named a server of his own. */
export function locate({ url, row }: OpenProvider, address: string): string {
  if (url === undefined) return address
  const { host, pathname, search } = new URL(address)
  const own = row.kind === 'oauth2' ? row.ownServerApiPath : undefined
  const rest = pathname === '/' ? '' : pathname
  return `${url}${own?.host === host ? own.path : ''}${rest}${search}`
}

function toMetadata(provider: OpenProvider, row: OAuth2Provider): ServerMetadata {
  const authorizeUrl = locate(provider, row.authorizeUrl)
  return {
    issuer: new URL(authorizeUrl).origin,
    authorization_endpoint: authorizeUrl,
    token_endpoint: locate(provider, row.tokenUrl),
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
 * Some OAuth 2 servers leave token_type out or list scopes in an array. The ID token goes by another name, so that it is verified
 * in one place, with those that apps bring: the library knows one name of an issuer, and Apple and LinkedIn have had two.
 */
function mendAnswers(fetch: CustomFetch): CustomFetch {
  return async (address, options) => {
    const response = await fetch(address, options)
    if (!response.ok) return response
    const answer: unknown = await response.json().catch(() => undefined)
    const fields = typeof answer === 'object' && answer !== null ? answer : {}
    const { id_token: idToken, scope, ...rest } = { scope: undefined, id_token: undefined, ...fields }
    const idTokens = idToken === undefined ? {} : { unverified_id_token: idToken }
    // RFC 6749 §5.1 wants token_type, but what we get is a bearer token in every case.
    const mended = { ...rest, ...idTokens, token_type: 'bearer', ...(typeof scope === 'string' ? { scope } : {}) }
    return Response.json(mended, { status: 200 })
  }
}
