import type { BufferedResponse } from '../http/buffered-response.ts'
import { methodNotAllowed, rpcMethodNotAllowed, urlTooLong } from './errors.ts'
import { handleOptions, handleRoot } from './handle-description.ts'
import { handleRequest } from './handle-request.ts'
import { parseResource, type Resource, readProfile } from './http/resource.ts'
import type { RequestScope } from './request-scope.ts'
import type { RestError } from './rest-error.ts'
import type { RestSettings } from './settings.ts'

interface Route {
  methods: string[]
  rejectMethod(method: string): RestError
}

/** The paths under `/rest/v1` with their methods (rest 2). */
const ROUTES: Record<Resource['kind'], Route> = {
  /** `/` */
  root: { methods: ['GET', 'HEAD', 'OPTIONS'], rejectMethod: methodNotAllowed },
  /** `/{relation}` */
  relation: {
    methods: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'],
    rejectMethod: methodNotAllowed,
  },
  /** `/rpc/{function}` */
  routine: { methods: ['GET', 'HEAD', 'OPTIONS', 'POST'], rejectMethod: rpcMethodNotAllowed },
}

/** Calls the handler of a path and method. Throws PGRST101, 106, 117, 125 and the errors of the handlers. */
export async function handleRoute(scope: RequestScope, request: Request, url: URL): Promise<BufferedResponse> {
  const { settings, path } = scope
  const { method, headers } = request
  if (url.href.length > settings.maxUrlLength) throw urlTooLong(settings.maxUrlLength)
  const resource = parseResource(path)
  const profile = readProfile(headers, method, settings.schemas)
  const { methods, rejectMethod } = ROUTES[resource.kind]
  if (!methods.includes(method)) throw rejectMethod(method)
  if (method === 'OPTIONS') return handleOptions(scope, resource, profile.schema)
  if (resource.kind !== 'root') return handleRequest(scope, request, url, { resource, profile })
  const rootRoutine = toRootRoutine(settings)
  if (!rootRoutine) return handleRoot(scope, request, url, profile)
  return handleRequest(scope, withJsonAccept(request), url, { resource: rootRoutine, profile })
}

/** Returns the function that responds at the root instead of the description, if one is configured. */
function toRootRoutine({ rootSpec }: RestSettings): Exclude<Resource, { kind: 'root' }> | undefined {
  if (rootSpec === undefined) return undefined
  const [name = '', schema] = rootSpec.split('.').toReversed()
  return { kind: 'routine', name, schema }
}

/** Clients that request a description accept the JSON of the function instead. */
function withJsonAccept(request: Request): Request {
  const accept = request.headers.get('accept')
  if (!accept?.includes('application/openapi+json')) return request
  const headers = new Headers(request.headers)
  headers.set('accept', accept.replaceAll('application/openapi+json', 'application/json'))
  return new Request(request, { headers })
}
