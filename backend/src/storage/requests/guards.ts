import type { Context, Handler } from 'hono'
import { AppError } from '../../http/app-error.ts'
import { type Caller, type Credential, readCredential, resolveCaller } from '../../http/tokens/caller.ts'
import { accessDenied, invalidShape, personalTokenBusy, StorageError, wrongRole } from '../errors.ts'
import { toOwner } from '../kernel/owner.ts'
import type { StorageDependencies } from './dependencies.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { readJsonBody } from './json-body.ts'
import { readNodeHttp } from './node-http.ts'

export const BASE_PATH = '/storage/v1'

/** Returns one wrapper per class of routes; each turns an endpoint into a Hono handler (storage 1). */
export function createGuards(dependencies: StorageDependencies) {
  /** Requires a valid key or token. RLS policies decide the rest. */
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
  /** Treats callers without a valid token as anonymous: they can read public buckets only. */
  const optional = <Body>(endpoint: Endpoint<Body>): Handler => {
    return async (context) => {
      const body = await readBody(context, endpoint)
      const call = await identify(dependencies, context, endpoint).catch((error: unknown) => {
        if (error instanceof StorageError && error.code === 'AccessDenied') return toAnonymousCall(context, endpoint)
        throw error
      })
      return endpoint.handle(dependencies, call, body)
    }
  }
  /** Ignores credentials: the bucket is public, or a token in the URL decides. */
  const open = <Body>(endpoint: Endpoint<Body>): Handler => {
    return async (context) => {
      const body = await readBody(context, endpoint)
      return endpoint.handle(dependencies, toAnonymousCall(context, endpoint), body)
    }
  }
  /** Requires the secret key or a token with the role service_role. */
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

/** The names of the operation that RLS policies read. */
type Operations = Pick<Endpoint, 'operation' | 'headOperation'>

async function readBody<Body>(context: Context, endpoint: Endpoint<Body>): Promise<Body> {
  // The body of an endpoint without a schema has the type unknown, so undefined is fine.
  return endpoint.body ? readJsonBody(context.req.raw, endpoint.body) : (undefined as Body)
}

async function identify(dependencies: StorageDependencies, context: Context, operations: Operations): Promise<Call> {
  const credential = readCredential(context.req.raw.headers, dependencies.keys)
  if (!credential || credential.kind === 'none') throw accessDenied('Invalid API key')
  const caller = await resolveCaller(credential, dependencies.tokens, dependencies.personalTokens).catch(
    (cause: unknown) => {
      if (cause instanceof AppError && cause.status === 429) throw personalTokenBusy(cause.message)
      // The database could not be asked, so the token may well be valid.
      if (credential.kind === 'personal' && !(cause instanceof AppError)) throw cause
      throw accessDenied(describeRejection(credential, cause), cause)
    },
  )
  requireScope(caller, context.req.method, operations.operation)
  return toCall(context, operations, { ...caller, token: caller.scoped ? '' : tokenOf(credential) })
}

/**
 * Returns the verifier's message. For malformed tokens it is that of upstream's verifier, because people search for it.
 */
function describeRejection(credential: Credential, cause: unknown): string {
  if (credential.kind === 'personal' && cause instanceof AppError) return cause.message
  if (tokenOf(credential).split('.').length !== 3) return 'Invalid Compact JWS'
  if (cause instanceof AppError && cause.cause !== undefined) return 'JWS Protected Header is invalid'
  return cause instanceof Error ? cause.message : 'Access denied'
}

const LIST_OPERATIONS = ['storage.object.list', 'storage.object.list_v2']
const SIGN_OPERATIONS = ['storage.object.sign', 'storage.object.sign_many', 'storage.object.sign_upload_url']

/**
 * Rejects operations that tokens with scopes may not use, such as signing URLs, which would outlive a revoked token.
 */
function requireScope({ scoped }: Caller, method: string, operation: string): void {
  if (!scoped) return
  if (SIGN_OPERATIONS.includes(operation)) throw accessDenied('A token with scopes cannot sign URLs.')
  if (scoped.mayWrite || method === 'GET' || method === 'HEAD' || LIST_OPERATIONS.includes(operation)) return
  throw accessDenied('This token may only read.')
}

/** Returns the token that RLS policies may read. Those with scopes never reach the database. */
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
  { role, claims, token, scoped }: Caller & { token: string },
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
    scope: {
      role,
      claims,
      token,
      method,
      path,
      operation: named,
      headers: Object.fromEntries([...headers].filter(([name]) => !(scoped && name === 'authorization'))),
      isReadOnly: scoped?.mayWrite === false,
    },
    isIdentified: true,
    owner: toOwner(claims.sub),
  }
}
