import type { Context, Handler } from 'hono'
import { isClientGone } from '../../http/connections/client-gone.ts'
import { toNetwork } from '../../http/connections/network.ts'
import { type ApiKeys, type Credential, readCredential } from '../../http/tokens/caller.ts'
import type { Identity, VerifyKey } from '../authorization/verify-token.ts'
import type { Hub } from '../channels/hub.ts'
import { RealtimeError, rateLimited, unauthorized, unknownError } from '../errors.ts'

/** A verified call of the HTTP API. */
export interface Call {
  identity: Identity
  /** All request headers: policies may read them. */
  headers: Record<string, string>
  /** The client address, or its network for IPv6. */
  address: string
}

export type Endpoint = (hub: Hub, call: Call, context: Context) => Promise<Response>

export interface ApiDependencies {
  hub: Hub
  keys: ApiKeys
  verifyKey: VerifyKey
}

/** Turns an endpoint into a handler that requires a key or token and counts towards the rate limit (realtime 4). */
export function createGuard({ hub, keys, verifyKey }: ApiDependencies): (endpoint: Endpoint) => Handler {
  return (endpoint) => async (context) => {
    try {
      const { headers } = context.req.raw
      const identity = await identify(headers, context.req.query('apikey'), keys, verifyKey)
      await hub.bans.requireNotBanned(identity)
      // The HTTP server sets the header to the address of the client.
      const address = toNetwork(headers.get('x-forwarded-for') ?? '')
      requireRate(hub, address)
      const response = await endpoint(hub, { identity, headers: Object.fromEntries(headers), address }, context)
      return withRate(hub, response)
    } catch (error) {
      const known = error instanceof RealtimeError ? error : unknownError(error)
      if (known.status >= 500 && !isClientGone(error))
        hub.log.error('realtime request failed', { path: context.req.path, error })
      return withRate(hub, Response.json({ message: known.message }, { status: known.status }))
    }
  }
}

/** Verifies the key or token of a call. */
export async function identify(
  headers: Headers,
  queryKey: string | undefined,
  keys: ApiKeys,
  verifyKey: VerifyKey,
): Promise<Identity> {
  const credential = readCredential(headers, keys)
  if (!credential) throw unauthorized()
  const key = toKey(credential, keys) ?? queryKey
  return verifyKey(key).catch((cause: unknown) => {
    throw cause instanceof RealtimeError && cause.status >= 500 ? cause : unauthorized(cause)
  })
}

function toKey(credential: Credential, { publishableKey, secretKey }: ApiKeys): string | undefined {
  if (credential.kind === 'none') return undefined
  // Personal access tokens do not verify: this service accepts sessions only.
  if (credential.kind !== 'key') return credential.token
  return credential.role === 'anon' ? publishableKey : secretKey
}

function requireRate({ meters, settings }: Hub, address: string): void {
  if (meters.posts.exceeds(address, settings.maxMessagesPerSecond))
    throw rateLimited('You have exceeded your rate limit')
}

function withRate({ meters, settings: { maxMessagesPerSecond } }: Hub, response: Response): Response {
  const rolling = Math.ceil(meters.messages.average())
  // The limit is an average over 60 seconds. Below it, the batch itself is too large, and waiting does not help.
  if (response.status === 429 && rolling >= maxMessagesPerSecond) response.headers.set('retry-after', '60')
  response.headers.set('x-rate-rolling', String(rolling))
  response.headers.set('x-rate-limit', String(maxMessagesPerSecond))
  response.headers.set('x-rate-limit-remaining', String(Math.max(0, maxMessagesPerSecond - rolling)))
  return response
}
