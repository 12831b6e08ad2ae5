import type { BufferedResponse } from '../http/buffered-response.ts'
import { mediaTypesUnavailable, rootDisabled } from './errors.ts'
import { execute } from './execute/execute.ts'
import { listSettings, renderPreRequest, toTag } from './execute/request-settings.ts'
import { ROOT_METHODS, relationMethods, respondOptions, routineMethods } from './http/allowed-methods.ts'
import { parseAccept } from './http/media-types.ts'
import type { Profile, Resource } from './http/resource.ts'
import { buildOpenApi } from './openapi/build-openapi.ts'
import { type Privileges, parsePrivileges, renderPrivileges } from './openapi/privileges.ts'
import { getRelation } from './plan/resolve.ts'
import { routineNotFound } from './plan/routine-not-found.ts'
import type { RequestScope } from './request-scope.ts'
import { qualifiedName } from './schema/catalog.ts'

const OPENAPI_TYPES = ['*/*', 'application/*', 'application/json', 'application/openapi+json']

/** Responds to OPTIONS with the allowed methods. Needs no transaction. */
export function handleOptions({ catalog, caller }: RequestScope, resource: Resource, schema: string): BufferedResponse {
  const { role } = caller
  if (resource.kind === 'root') return respondOptions(ROOT_METHODS)
  const { name } = resource
  if (resource.kind === 'relation') return respondOptions(relationMethods(getRelation({ catalog, schema, role }, name)))
  const routines = catalog.routines.get(qualifiedName(schema, name))
  if (!routines) throw routineNotFound(catalog, { schema, role, name, names: [], contentType: undefined })
  return respondOptions(routineMethods(routines))
}

/** Responds at the root with a description of the relations and functions that the caller may use (rest 15). */
export async function handleRoot(
  scope: RequestScope,
  request: Request,
  url: URL,
  profile: Profile,
): Promise<BufferedResponse> {
  const { catalog, settings } = scope
  if (settings.openApiMode === 'disabled') throw rootDisabled()
  const ranges = parseAccept(request.headers.get('accept') ?? '*/*')
  if (!ranges.some(({ type }) => OPENAPI_TYPES.includes(type)))
    throw mediaTypesUnavailable(ranges.map(({ type }) => type))
  const privileges =
    settings.openApiMode === 'follow-privileges' ? await readPrivileges(scope, request, profile) : undefined
  const baseUrl = new URL(settings.openApiProxyUri ?? new URL(url.pathname.replace(/\/$/, ''), url))
  const isSecured = settings.openApiSecurityActive
  const text = JSON.stringify(buildOpenApi(catalog, { schema: profile.schema, baseUrl, privileges, isSecured }))
  const headers: BufferedResponse['headers'] = [['Content-Type', 'application/openapi+json; charset=utf-8']]
  if (profile.isNamed) headers.push(['Content-Profile', profile.schema])
  return { status: 200, statusText: 'OK', headers, body: request.method === 'HEAD' ? null : text }
}

async function readPrivileges(scope: RequestScope, request: Request, { schema }: Profile): Promise<Privileges> {
  const { pool, statements, catalog, settings, caller, path } = scope
  const { row } = await execute(pool, statements, {
    readOnly: true,
    isolation: null,
    settings: listSettings({
      caller,
      searchPath: [schema, ...settings.extraSearchPath],
      roleSettings: catalog.roleSettings.get(caller.role) ?? [],
      routineSettings: [],
      method: request.method,
      path,
      headers: request.headers,
      timezone: undefined,
      appSettings: settings.appSettings,
    }),
    preRequest: renderPreRequest(settings.preRequest),
    statement: renderPrivileges(schema),
    tag: toTag(caller.role, catalog.version),
    estimate: undefined,
    isPlan: false,
    check: undefined,
    rollback: false,
  })
  return parsePrivileges(row.body)
}
