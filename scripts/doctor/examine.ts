import * as v from 'valibot'
import { discover, type Surface } from './discover.ts'
import type { Finding } from './finding.ts'
import { TABLES } from './open-doors.ts'
import { type Ask, type Caller, createAsk, type Patient, signUpForNow } from './patient.ts'
import { checkBucket, tryBucket, tryFile, tryServerDoors } from './try-buckets.ts'
import { tryFunction } from './try-functions.ts'
import { tryClosedSchemas, tryForging, tryTable } from './try-tables.ts'

/** What came of an examination. */
export interface Examination {
  findings: Finding[]
  /** What could not be tried, and why, as sentences. */
  gaps: string[]
  /** One sentence of what was tried. */
  extent: string
}

const Ids = v.array(v.object({ id: v.string() }))
/** Tables that are tried at once. */
const AT_ONCE = 2

/**
 * Tries everything that the services show: as a visitor with the public key and, when the secret key is at hand, as a member who
 * has just signed up. Leaves nothing behind.
 */
export async function examine(patient: Patient): Promise<Examination> {
  const admin = patient.secretKey ? createAsk(patient, patient.secretKey) : undefined
  const visitorAsk = createAsk(patient, patient.publishableKey)
  const strangers = admin ? [admin, visitorAsk] : [visitorAsk]
  let surface = await discover(strangers)
  const gaps = admin
    ? []
    : ['Without the secret key only what visitors see was found, and nothing was tried as a member.']
  const findings = surface.buckets.flatMap(checkBucket)
  const counts = { visitor: 0, member: 0 }
  const knock = async (caller: Caller) => {
    const ask: Ask = (...request) => {
      counts[caller.kind] += 1
      return caller.ask(...request)
    }
    findings.push(...(await knockAtAll({ ...caller, ask }, admin, surface)))
  }
  await knock({ kind: 'visitor', ask: visitorAsk, id: undefined })
  if (admin) {
    try {
      await using member = await signUpForNow(patient, admin)
      surface = await discover([...strangers, member.ask])
      await knock(member)
    } catch (error) {
      gaps.push(`Nothing was tried as a member: ${error instanceof Error ? error.message : String(error)}.`)
    }
  }
  const { tables, functions, buckets } = surface
  const things = `${tables.size} tables and views, ${functions.length} functions, ${buckets.length} buckets`
  return {
    findings,
    gaps,
    extent: `${things}: asked ${counts.visitor} times as a visitor, ${counts.member} as a new member.`,
  }
}

async function knockAtAll(caller: Caller, admin: Ask | undefined, surface: Surface): Promise<Finding[]> {
  const { tables, functions, buckets } = surface
  const findings: (Finding | undefined)[] = []
  const waiting = [...tables]
  const tryNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) findings.push(...(await tryTable(caller, ...next)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, tryNext))
  for (const found of functions) findings.push(await tryFunction(caller, found))
  findings.push(...(await tryClosedSchemas(caller)), ...(await tryServerDoors(caller, admin)))
  for (const bucket of buckets) {
    findings.push(...(await tryBucket(caller, bucket)))
    if (admin) findings.push(...(await tryFile(caller, admin, bucket)))
  }
  if (admin && caller.kind === 'member') findings.push(...(await tryAllForging(caller, admin)))
  return findings.filter((finding) => finding !== undefined)
}

async function tryAllForging(caller: Caller, admin: Ask): Promise<(Finding | undefined)[]> {
  const other = await findId(admin, `/rest/v1/users?select=id&id=neq.${caller.id}&limit=1`)
  const spot = await findId(admin, '/rest/v1/spots?select=id&status=eq.published&visibility=eq.public&limit=1')
  if (!other) return []
  return Promise.all(Object.keys(TABLES).map((table) => tryForging(caller, admin, { table, other, spot })))
}

async function findId(admin: Ask, path: string): Promise<string | undefined> {
  const parsed = v.safeParse(Ids, (await admin(path)).body)
  return parsed.success ? parsed.output[0]?.id : undefined
}
