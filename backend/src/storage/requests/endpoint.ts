import type { IncomingMessage } from 'node:http'
import type * as v from 'valibot'
import type { Owner } from '../kernel/owner.ts'
import type { Scope } from '../kernel/scope.ts'
import type { StorageDependencies } from './dependencies.ts'

/** One request, after its guard. */
export interface Call {
  request: Request
  /** The body as Node's HTTP server has it: the body of the request is a slower view of it. Absent for calls in process. */
  incoming: IncomingMessage | undefined
  /** The path without `/storage/v1`, as the client sent it. */
  path: string
  query: URLSearchParams
  /** The bucket and key of the path, decoded once; empty where the route has none. Not yet checked. */
  bucketId: string
  key: string
  scope: Scope
  /** False when nobody showed a valid token: then only public buckets answer. */
  isIdentified: boolean
  owner: Owner
}

/** One URL's work. The guard that runs before it is named in routes.ts. */
export interface Endpoint<Body = unknown> {
  /** What row rules read by storage.operation(). */
  operation: string
  /** What they read instead when the request is a HEAD. */
  headOperation?: string
  /** Checked before the token; absent when there is no JSON body. */
  body?: v.GenericSchema<unknown, Body>
  handle(dependencies: StorageDependencies, call: Call, body: Body): Promise<Response>
}
