import type { FoundFunction } from './discover.ts'
import { type Finding, NAMES, ROLES } from './finding.ts'
import { MEMBER_FUNCTIONS, VISITOR_FUNCTIONS } from './open-doors.ts'
import type { Caller } from './patient.ts'

/** The right is missing, or the service shows no such function to this role. */
const CLOSED = new Set(['42501', 'PGRST202', '42883'])

/** Tries to call a function that is not meant for the caller. By GET, which changes nothing: its transaction only reads. */
export async function tryFunction(
  { kind, ask }: Caller,
  { name, arguments: values }: FoundFunction,
): Promise<Finding | undefined> {
  const isOpen = VISITOR_FUNCTIONS.includes(name) || (kind === 'member' && MEMBER_FUNCTIONS.includes(name))
  if (isOpen) return undefined
  const answer = await ask(`/rest/v1/rpc/${name}?${new URLSearchParams(values)}`)
  if (CLOSED.has(answer.code)) return undefined
  return {
    door: `${NAMES[kind]} can call the function ${name}.`,
    remedy: `Revoke it (revoke execute on function public.${name} from public, ${ROLES[kind]}), or declare it in scripts/doctor/open-doors.ts.`,
  }
}
