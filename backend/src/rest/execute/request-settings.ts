import { createHash } from 'node:crypto'
import type { Caller } from '../../http/tokens/caller.ts'
import { quoteIdentifier } from '../../postgres/statements/identifiers.ts'

export interface RequestSettings {
  caller: Caller
  searchPath: string[]
  roleSettings: [string, string][]
  routineSettings: [string, string][]
  method: string
  path: string
  headers: Headers
  timezone: string | undefined
  appSettings: [string, string][]
}

/**
 * Lists the settings of a request's transaction in the order in which they must be set: after the role, fewer are
 * allowed.
 */
export function listSettings(request: RequestSettings): [name: string, value: string][] {
  const { caller, searchPath, roleSettings, routineSettings, method, path, headers, timezone, appSettings } = request
  const settings: [string, string][] = [
    ['search_path', [...new Set(searchPath)].map(quoteIdentifier).join(', ')],
    ...roleSettings.filter(([name]) => name !== 'default_transaction_isolation'),
    ['role', caller.role],
    ['request.jwt.claims', JSON.stringify(caller.claims)],
    ['request.method', method],
    ['request.path', path],
    ['request.headers', JSON.stringify(toHeaders(headers, caller))],
    ['request.cookies', JSON.stringify(toCookies(headers.get('cookie')))],
    ...appSettings,
    ...routineSettings,
  ]
  if (timezone !== undefined) settings.push(['timezone', timezone])
  return settings
}

/**
 * Database functions and the database's log never see tokens with scopes: personal access tokens are long-lived, and
 * an app's token names its member even when it may not read the member's data.
 */
function toHeaders(headers: Headers, { scoped }: Caller): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name !== 'cookie' && !(scoped && name === 'authorization')))
}

function toCookies(header: string | null): Record<string, string> {
  const pairs = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.includes('='))
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/** Renders the call of the function that runs before each statement: `schema.name`. */
export function renderPreRequest(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `select ${name.split('.').map(quoteIdentifier).join('.')}()`
}

/**
 * Renders a comment that makes a statement's text unique to a role and a schema version. Without it, PostgreSQL replans
 * prepared statements with RLS policies whenever the role changes. Claims cannot close the comment.
 */
export function toTag(role: string, catalogVersion: string): string {
  const name = /^[A-Za-z0-9_]{1,63}$/.test(role) ? role : createHash('sha256').update(role).digest('hex').slice(0, 16)
  return `/*${name} ${catalogVersion}*/`
}
