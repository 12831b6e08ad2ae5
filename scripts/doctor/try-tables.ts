import { type Finding, NAMES, ROLES } from './finding.ts'
import { CLOSED_SCHEMAS, TABLES, type TableDoors } from './open-doors.ts'
import type { Answer, Ask, Caller } from './patient.ts'

/** Where the declaration is, for remedies. */
const DECLARED_IN = 'scripts/doctor/open-doors.ts'
/** The answer is an error, and nothing is changed, as soon as a single row would be. */
const TOUCH_NOTHING = { prefer: 'handling=strict,max-affected=0' }
const DENIED = new Set(['42501', 'PGRST205', '42P01', '42703', 'PGRST204'])
/** Generated columns are refused before rights are asked. */
const SAYS_NOTHING = new Set(['428C9'])

type Write = 'insert' | 'update' | 'delete'

/** Tries to read and write a table or view. What might be changed is taken back by the service before it happens. */
export async function tryTable(caller: Caller, table: string, columns: string[]): Promise<Finding[]> {
  const doors = TABLES[table] ?? { visitor: [], member: [] }
  const findings = [await tryReading(caller, table, doors)]
  for (const filter of listHidden(caller, doors)) findings.push(await tryHidden(caller, table, filter))
  for (const write of ['insert', 'update', 'delete'] as const) {
    findings.push(await tryWriting(caller, { table, columns, doors, write }))
  }
  for (const column of caller.kind === 'member' ? (doors.fixed ?? []) : []) {
    findings.push(await tryFixed(caller, table, column))
  }
  return findings.filter((finding) => finding !== undefined)
}

/** Tries to add a row in somebody else's name. One that is taken is removed again with the secret key. */
export async function tryForging(
  caller: Caller,
  admin: Ask,
  { table, other, spot }: { table: string; other: string; spot: string | undefined },
): Promise<Finding | undefined> {
  const forged = TABLES[table]?.forged
  const needsSpot = JSON.stringify(forged ?? {}).includes('{spot}')
  if (!forged || (needsSpot && !spot)) return undefined
  const names: Record<string, string> = { '{other}': other, '{me}': caller.id ?? '', '{spot}': spot ?? '' }
  const text = JSON.stringify(forged).replace(/\{(other|me|spot)\}/g, (name) => names[name] ?? '')
  const answer = await caller.ask(`/rest/v1/${table}`, {
    method: 'POST',
    headers: { prefer: 'return=headers-only' },
    body: JSON.parse(text),
  })
  if (answer.status >= 300) return undefined
  const filter = Object.entries(JSON.parse(text)).map(
    ([name, value]) => `${name}=eq.${encodeURIComponent(String(value))}`,
  )
  await admin(`/rest/v1/${table}?${filter.join('&')}`, { method: 'DELETE' })
  return {
    door: `${NAMES[caller.kind]} can add rows to ${table} in the name of somebody else.`,
    remedy: `Check the policies for insert on public.${table}: the owner has to be (select auth.uid()).`,
  }
}

/** Tries to reach schemas that hold what is nobody's business. */
export async function tryClosedSchemas({ kind, ask }: Caller): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const schema of CLOSED_SCHEMAS) {
    const { status } = await ask('/rest/v1/users?limit=1', { headers: { 'accept-profile': schema } })
    if (status === 406) continue
    const remedy = 'Take it out of PGRST_DB_SCHEMAS.'
    findings.push({ door: `${NAMES[kind]} can ask the data service for schema ${schema}.`, remedy })
  }
  return findings
}

function listHidden({ kind, id = '' }: Caller, doors: TableDoors): string[] {
  const filters = kind === 'visitor' ? doors.hiddenFromVisitors : doors.hiddenFromMembers
  return (filters ?? []).map((filter) => filter.replaceAll('{me}', id))
}

async function tryReading({ kind, ask }: Caller, table: string, doors: TableDoors): Promise<Finding | undefined> {
  const answer = await ask(`/rest/v1/${table}?limit=1`)
  const allowed: string[] = doors[kind]
  if (answer.status >= 300 || allowed.includes('read')) return undefined
  const remedy = `Revoke it (revoke select on public.${table} from ${ROLES[kind]}), or declare it in ${DECLARED_IN}.`
  return { door: `${NAMES[kind]} can read ${table}.`, remedy }
}

async function tryHidden({ kind, ask }: Caller, table: string, filter: string): Promise<Finding | undefined> {
  const { status, body } = await ask(`/rest/v1/${table}?${filter}&limit=1`)
  if (status >= 300 || !Array.isArray(body) || body.length === 0) return undefined
  return {
    door: `${NAMES[kind]} can read rows of ${table} that are hidden: ${filter}`,
    remedy: `Check the policies for select on public.${table}, and views and functions that show its rows.`,
  }
}

interface WriteAttempt {
  table: string
  columns: string[]
  doors: TableDoors
  write: Write
}

async function tryWriting(caller: Caller, attempt: WriteAttempt): Promise<Finding | undefined> {
  const { table, doors, write } = attempt
  const answers = await askToWrite(caller, attempt)
  const allowed: string[] = doors[caller.kind]
  if (answers.some(isReached)) {
    return {
      door: `${NAMES[caller.kind]} can ${write} rows of ${table} that belong to others.`,
      remedy: `Check the policies for ${write} on public.${table}. Nothing was changed.`,
    }
  }
  if (allowed.includes(write) || !answers.some((answer) => answer.status < 300)) return undefined
  return {
    door: `${NAMES[caller.kind]} has the right to ${write} on ${table}; at best row rules hold it back.`,
    remedy: `Revoke it (revoke ${write} on public.${table} from ${ROLES[caller.kind]}), or declare it in ${DECLARED_IN}.`,
  }
}

/** Rights are given by the column, so each is asked for. */
async function askToWrite({ ask, id }: Caller, { table, columns, doors, write }: WriteAttempt): Promise<Answer[]> {
  const [first] = columns
  if (first === undefined) return []
  const others = doors.owner && id ? `&or=(${doors.owner}.neq.${id},${doors.owner}.is.null)` : ''
  const everything = `or=(${first}.is.null,${first}.not.is.null)${others}`
  const path = `/rest/v1/${table}`
  if (write === 'delete') return [await ask(`${path}?${everything}`, { method: 'DELETE', headers: TOUCH_NOTHING })]
  const askOne = (column: string) =>
    write === 'insert'
      ? // No row, so nothing can be added; the right is asked for all the same.
        ask(`${path}?columns=${column}`, { method: 'POST', body: [] })
      : ask(`${path}?${everything}`, { method: 'PATCH', headers: TOUCH_NOTHING, body: { [column]: null } })
  return Promise.all(columns.map(askOne))
}

/** Whether rows would have been changed: the bound of none was broken, or a rule of a row spoke. */
function isReached({ status, code }: Answer): boolean {
  return status >= 300 && (code === 'PGRST124' || /^(23|22|P0|PT)/.test(code)) && !SAYS_NOTHING.has(code)
}

async function tryFixed({ kind, ask }: Caller, table: string, column: string): Promise<Finding | undefined> {
  const path = `/rest/v1/${table}?or=(${column}.is.null,${column}.not.is.null)`
  const { status, code } = await ask(path, { method: 'PATCH', headers: TOUCH_NOTHING, body: { [column]: null } })
  if (DENIED.has(code) || SAYS_NOTHING.has(code) || status === 401 || status === 403) return undefined
  return {
    door: `${NAMES[kind]} may write ${table}.${column}, which nobody should.`,
    remedy: `Revoke it: revoke update (${column}) on public.${table} from ${ROLES[kind]}.`,
  }
}
