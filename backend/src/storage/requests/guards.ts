import type { Context, Handler } from 'hono'
import { AppError } from '../../http/app-error.ts'
import { type Credential, readCredential, resolveCaller } from '../../http/caller.ts'
import { accessDenied, invalidShape, wrongRole } from '../errors.ts'
import { toOwner } from '../kernel/owner.ts'
import type { StorageDependencies } from './dependencies.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { readJsonBody } from './json-body.ts'
import { readNodeHttp } from './node-http.ts'

export const BASE_PATH = '/storage/v1'

/** The wrappers that make a Hono handler of an endpoint; one for each class of routes of the contract, §1. */
export function createGuards(dependencies: StorageDependencies) {
  /** A valid key or token is needed; the database decides the rest. */
  const authenticated = <Body>(endpoint: Endpoint<Body>): Handler => {
    return async (context) => {
      const { headers } = context.req.raw
      if (!headers.has('authorization') && !headers.has('apikey')) {
        throw invalidShape("headers must have required property 'authorization'")
      }
      const body = await readBody(context, endpoint)
      const call = await identify(dependencies, context, endpoint)
      return endpoint.handle(dependencies, call, body)
    }
  }
  /** Without a valid token only public buckets answer. */
  const optional = <Body>(endpoint: Endpoint<Body>): Handler => {
    return async (context) => {
      const body = await readBody(context, endpoint)
      const call = await identify(dependencies, context, endpoint).catch(() => toAnonymousCall(context, endpoint))
      return endpoint.handle(dependencies, call, body)
    }
  }
  /** The credential is not looked at: the bucket is public, or a token in the URL decides. */
  const open = <Body>(endpoint: Endpoint<Body>): Handler => {
    return async (context) => {
      const body = await readBody(context, endpoint)
      return endpoint.handle(dependencies, toAnonymousCall(context, endpoint), body)
    }
  }
  /** Only the secret key, or a token of role service_role. */
  const serviceRole = <Body>(endpoint: Endpoint<Body>): Handler => {
    return authenticated({
      ...endpoint,
      handle: (service, call, body) => {
        if (call.scope.role !== 'service_role') throw wrongRole()
        return endpoint.handle(service, call, body)
      },
    })
  }
  return { authenticated, optional, open, serviceRole }
}

/** How row rules know the request. */
type Operations = Pick<Endpoint, 'operation' | 'headOperation'>

async function readBody<Body>(context: Context, endpoint: Endpoint<Body>): Promise<Body> {
  // An endpoint without a schema has a body of type unknown, for which undefined will do.
  return endpoint.body ? readJsonBody(context.req.raw, endpoint.body) : (undefined as Body)
}

async function identify(dependencies: StorageDependencies, context: Context, operations: Operations): Promise<Call> {
  const credential = readCredential(context.req.raw.headers, dependencies.keys)
  if (!credential || credential.kind === 'none') throw accessDenied('Invalid API key')
  const caller = await resolveCaller(credential, dependencies.tokens).catch((cause: unknown) => {
    throw accessDenied(describeRefusal(tokenOf(credential), cause), cause)
  })
  return toCall(context, operations, { ...caller, token: tokenOf(credential) })
}

/** The verifier's words. Of what is no token at all they are those of upstream's verifier, which people search for. */
function describeRefusal(token: string, cause: unknown): string {
  if (token.split('.').length !== 3) return 'Invalid Compact JWS'
  if (cause instanceof AppError && cause.cause !== undefined) return 'JWS Protected Header is invalid'
  return cause instanceof Error ? cause.message : 'Access denied'
}

function tokenOf(credential: Credential): string {
  return credential.kind === 'token' ? credential.token : ''
}

function toAnonymousCall(context: Context, operations: Operations): Call {
  const caller = { role: 'anon', claims: { role: 'anon' }, token: '' }
  return { ...toCall(context, operations, caller), isIdentified: false }
}

function toCall(
  context: Context,
  { operation, headOperation }: Operations,
  { role, claims, token }: { role: string; claims: Record<string, unknown>; token: string },
): Call {
  const { method, headers } = context.req.raw
  const url = new URL(context.req.url)
  const path = url.pathname.slice(BASE_PATH.length)
  const named = method === 'HEAD' && headOperation !== undefined ? headOperation : operation
  return {
    request: context.req.raw,
    incoming: readNodeHttp(context.env).incoming,
    path,
    query: url.searchParams,
    bucketId: context.req.param('bucket') ?? '',
    key: context.req.param('key') ?? '',
    scope: { role, claims, token, method, path, headers: Object.fromEntries(headers), operation: named },
    isIdentified: true,
    owner: toOwner(claims.sub),
  }
}
