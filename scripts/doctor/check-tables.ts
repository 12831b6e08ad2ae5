import { HIDDEN_SCHEMAS, TABLES, type TableAccess } from './allowed-access.ts'
import type { Caller, SendRequest, ServiceResponse } from './client.ts'
import { CALLER_NAMES, type Finding, ROLES } from './finding.ts'

const DECLARED_IN = 'scripts/doctor/allowed-access.ts'
/** With this header the service rejects a request before any change as soon as one row would be affected. */
const AFFECT_NO_ROWS = { prefer: 'handling=strict,max-affected=0' }
const DENIED = new Set(['42501', 'PGRST205', '42P01', '42703', 'PGRST204'])
/** Errors that occur before permissions are checked, such as writes to generated columns. */
const INCONCLUSIVE = new Set(['428C9'])

type Write = 'insert' | 'update' | 'delete'

/** Tries to read and write a table or view. The service rejects every write before it changes a row. */
export async function checkTable(caller: Caller, table: string, columns: string[]): Promise<Finding[]> {
  const access = TABLES[table] ?? { visitor: [], member: [] }
  const findings = [await checkRead(caller, table, access)]
  for (const filter of listHidden(caller, access)) findings.push(await checkHiddenRows(caller, table, filter))
  for (const write of ['insert', 'update', 'delete'] as const) {
    findings.push(await checkWrite(caller, { table, columns, access, write }))
  }
  for (const column of caller.kind === 'member' ? (access.fixed ?? []) : []) {
    findings.push(await checkFixedColumn(caller, table, column))
  }
  return findings.filter((finding) => finding !== undefined)
}

/** Tries to insert a row in the name of someone else. A row that is accepted is deleted again with the secret key. */
export async function checkForgedRow(
  caller: Caller,
  admin: SendRequest,
  { table, other, spot }: { table: string; other: string; spot: string | undefined },
): Promise<Finding | undefined> {
  const forged = TABLES[table]?.forged
  const needsSpot = JSON.stringify(forged ?? {}).includes('{spot}')
  if (!forged || (needsSpot && !spot)) return undefined
  const names: Record<string, string> = { '{other}': other, '{me}': caller.id ?? '', '{spot}': spot ?? '' }
  const text = JSON.stringify(forged).replace(/\{(other|me|spot)\}/g, (name) => names[name] ?? '')
  const response = await caller.send(`/rest/v1/${table}`, {
    method: 'POST',
    headers: { prefer: 'return=headers-only' },
    body: JSON.parse(text),
  })
  if (response.status >= 300) return undefined
  const filter = Object.entries(JSON.parse(text)).map(
    ([name, value]) => `${name}=eq.${encodeURIComponent(String(value))}`,
  )
  await admin(`/rest/v1/${table}?${filter.join('&')}`, { method: 'DELETE' })
  return {
    problem: `${CALLER_NAMES[caller.kind]} can add rows to ${table} in the name of someone else.`,
    remedy: `Check the insert policies on public.${table}: the owner must be (select auth.uid()).`,
  }
}

/** Tries to reach schemas that must not be exposed. */
export async function checkHiddenSchemas({ kind, send }: Caller): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const schema of HIDDEN_SCHEMAS) {
    const { status } = await send('/rest/v1/users?limit=1', { headers: { 'accept-profile': schema } })
    if (status === 406) continue
    const remedy = 'Remove it from PGRST_DB_SCHEMAS.'
    findings.push({ problem: `${CALLER_NAMES[kind]} can query schema ${schema}.`, remedy })
  }
  return findings
}

function listHidden({ kind, id = '' }: Caller, access: TableAccess): string[] {
  const filters = kind === 'visitor' ? access.hiddenFromVisitors : access.hiddenFromMembers
  return (filters ?? []).map((filter) => filter.replaceAll('{me}', id))
}

async function checkRead({ kind, send }: Caller, table: string, access: TableAccess): Promise<Finding | undefined> {
  const response = await send(`/rest/v1/${table}?limit=1`)
  const allowed: string[] = access[kind]
  if (response.status >= 300 || allowed.includes('read')) return undefined
  const remedy = `Revoke it (revoke select on public.${table} from ${ROLES[kind]}), or list it in ${DECLARED_IN}.`
  return { problem: `${CALLER_NAMES[kind]} can read ${table}.`, remedy }
}

async function checkHiddenRows({ kind, send }: Caller, table: string, filter: string): Promise<Finding | undefined> {
  const { status, body } = await send(`/rest/v1/${table}?${filter}&limit=1`)
  if (status >= 300 || !Array.isArray(body) || body.length === 0) return undefined
  return {
    problem: `${CALLER_NAMES[kind]} can read hidden rows of ${table}: ${filter}`,
    remedy: `Check the select policies on public.${table}, and the views and functions that show its rows.`,
  }
}

interface WriteAttempt {
  table: string
  columns: string[]
  access: TableAccess
  write: Write
}

async function checkWrite(caller: Caller, attempt: WriteAttempt): Promise<Finding | undefined> {
  const { table, access, write } = attempt
  const responses = await attemptWrite(caller, attempt)
  const allowed: string[] = access[caller.kind]
  if (responses.some(affectsRows)) {
    return {
      problem: `${CALLER_NAMES[caller.kind]} can ${write} rows of ${table} that belong to others.`,
      remedy: `Check the ${write} policies on public.${table}. Nothing was changed.`,
    }
  }
  if (allowed.includes(write) || !responses.some((response) => response.status < 300)) return undefined
  return {
    problem: `${CALLER_NAMES[caller.kind]} has the right to ${write} on ${table}. At best, RLS policies prevent it.`,
    remedy: `Revoke it (revoke ${write} on public.${table} from ${ROLES[caller.kind]}), or list it in ${DECLARED_IN}.`,
  }
}

/** Tries each column by itself, because privileges are granted per column. */
async function attemptWrite(
  { send, id }: Caller,
  { table, columns, access, write }: WriteAttempt,
): Promise<ServiceResponse[]> {
  const [first] = columns
  if (first === undefined) return []
  const others = access.owner && id ? `&or=(${access.owner}.neq.${id},${access.owner}.is.null)` : ''
  const everything = `or=(${first}.is.null,${first}.not.is.null)${others}`
  const path = `/rest/v1/${table}`
  if (write === 'delete') return [await send(`${path}?${everything}`, { method: 'DELETE', headers: AFFECT_NO_ROWS })]
  const attemptColumn = (column: string) =>
    write === 'insert'
      ? // An empty list inserts nothing, but the service still checks the privilege.
        send(`${path}?columns=${column}`, { method: 'POST', body: [] })
      : send(`${path}?${everything}`, { method: 'PATCH', headers: AFFECT_NO_ROWS, body: { [column]: null } })
  return Promise.all(columns.map(attemptColumn))
}

/**
 * Returns true when rows would have been changed: max-affected was exceeded, or a constraint or trigger of a row
 * failed.
 */
function affectsRows({ status, code }: ServiceResponse): boolean {
  return status >= 300 && (code === 'PGRST124' || /^(23|22|P0|PT)/.test(code)) && !INCONCLUSIVE.has(code)
}

async function checkFixedColumn({ kind, send }: Caller, table: string, column: string): Promise<Finding | undefined> {
  const path = `/rest/v1/${table}?or=(${column}.is.null,${column}.not.is.null)`
  const { status, code } = await send(path, { method: 'PATCH', headers: AFFECT_NO_ROWS, body: { [column]: null } })
  if (DENIED.has(code) || INCONCLUSIVE.has(code) || status === 401 || status === 403) return undefined
  return {
    problem: `${CALLER_NAMES[kind]} can write ${table}.${column}, which must not be writable.`,
    remedy: `Revoke it: revoke update (${column}) on public.${table} from ${ROLES[kind]}.`,
  }
}
