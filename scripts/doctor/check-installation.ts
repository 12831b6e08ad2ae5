import * as v from 'valibot'
import { TABLES } from './allowed-access.ts'
import { checkBucketAccess, checkBucketVisibility, checkFileAccess, checkServerEndpoints } from './check-buckets.ts'
import { checkFiles } from './check-files.ts'
import { checkFunction } from './check-functions.ts'
import { checkForgedRow, checkHiddenSchemas, checkTable } from './check-tables.ts'
import { type Caller, createClient, createTemporaryMember, type SendRequest, type Target } from './client.ts'
import { discover, type Surface } from './discover.ts'
import type { Finding } from './finding.ts'

/** The result of all checks. */
export interface CheckResult {
  findings: Finding[]
  /** Sentences on skipped checks, with the reason. */
  gaps: string[]
  /** A summary of the checks, one sentence per line. */
  summary: string
}

const Ids = v.array(v.object({ id: v.string() }))
/** The number of tables that are checked concurrently. */
const AT_ONCE = 2

/**
 * Checks everything that the services expose, as a visitor with the public key and, if the secret key is known, as a
 * new member. Leaves nothing behind.
 */
export async function checkInstallation(target: Target): Promise<CheckResult> {
  const admin = target.secretKey ? createClient(target, target.secretKey) : undefined
  const sendAsVisitor = createClient(target, target.publishableKey)
  const clients = admin ? [admin, sendAsVisitor] : [sendAsVisitor]
  let surface = await discover(clients)
  const gaps = admin
    ? []
    : ['Without the secret key, only objects visible to visitors were found, and nothing was checked as a member.']
  const findings = surface.buckets.flatMap(checkBucketVisibility)
  const counts = { visitor: 0, member: 0 }
  const check = async (caller: Caller) => {
    const send: SendRequest = (...request) => {
      counts[caller.kind] += 1
      return caller.send(...request)
    }
    findings.push(...(await checkAs({ ...caller, send }, admin, surface)))
  }
  await check({ kind: 'visitor', send: sendAsVisitor, id: undefined })
  if (admin) {
    try {
      await using member = await createTemporaryMember(target, admin)
      surface = await discover([...clients, member.send])
      await check(member)
    } catch (error) {
      gaps.push(`Nothing was checked as a member: ${error instanceof Error ? error.message : String(error)}.`)
    }
  }
  const files = admin ? await checkFiles(admin) : undefined
  findings.push(...(files?.findings ?? []))
  const { tables, functions, buckets } = surface
  const things = `${tables.size} tables and views, ${functions.length} functions, ${buckets.length} buckets`
  return {
    findings,
    gaps,
    summary: [
      `${things}: ${counts.visitor} requests as a visitor, ${counts.member} as a new member.`,
      ...(files ? [files.summary] : []),
    ].join('\n'),
  }
}

async function checkAs(caller: Caller, admin: SendRequest | undefined, surface: Surface): Promise<Finding[]> {
  const { tables, functions, buckets } = surface
  const findings: (Finding | undefined)[] = []
  const waiting = [...tables]
  const checkNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) findings.push(...(await checkTable(caller, ...next)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, checkNext))
  for (const found of functions) findings.push(await checkFunction(caller, found))
  findings.push(...(await checkHiddenSchemas(caller)), ...(await checkServerEndpoints(caller, admin)))
  for (const bucket of buckets) {
    findings.push(...(await checkBucketAccess(caller, bucket)))
    if (admin) findings.push(...(await checkFileAccess(caller, admin, bucket)))
  }
  if (admin && caller.kind === 'member') findings.push(...(await checkAllForgedRows(caller, admin)))
  return findings.filter((finding) => finding !== undefined)
}

async function checkAllForgedRows(caller: Caller, admin: SendRequest): Promise<(Finding | undefined)[]> {
  const other = await findId(admin, `/rest/v1/users?select=id&id=neq.${caller.id}&limit=1`)
  const spot = await findId(admin, '/rest/v1/spots?select=id&status=eq.published&visibility=eq.public&limit=1')
  if (!other) return []
  return Promise.all(Object.keys(TABLES).map((table) => checkForgedRow(caller, admin, { table, other, spot })))
}

async function findId(admin: SendRequest, path: string): Promise<string | undefined> {
  const parsed = v.safeParse(Ids, (await admin(path)).body)
  return parsed.success ? parsed.output[0]?.id : undefined
}
