import type { IncomingMessage } from 'node:http'
import type * as v from 'valibot'
import type { Owner } from '../kernel/owner.ts'
import type { Scope } from '../kernel/scope.ts'
import type { StorageDependencies } from './dependencies.ts'

/** One request, as its guard passes it on. */
export interface Call {
  request: Request
  /** Node's own request, whose body is faster to read than `request.body`. Absent for calls in process. */
  incoming: IncomingMessage | undefined
  /** The path without `/storage/v1`, as the client sent it. */
  path: string
  query: URLSearchParams
  /** Bucket and key of the path, decoded once and not validated; empty where the route has none. */
  bucketId: string
  key: string
  scope: Scope
  /** False without a valid token: then only public buckets are readable. */
  isIdentified: boolean
  owner: Owner
}

/** The handler of one URL. routes.ts names the guard that runs before it. */
export interface Endpoint<Body = unknown> {
  /** The value of storage.operation() in RLS policies. */
  operation: string
  /** The same for HEAD requests, if it differs. */
  headOperation?: string
  /** Validated before the token; absent for endpoints without a JSON body. */
  body?: v.GenericSchema<unknown, Body>
  handle(dependencies: StorageDependencies, call: Call, body: Body): Promise<Response>
}
