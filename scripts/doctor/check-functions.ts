import { MEMBER_FUNCTIONS, VISITOR_FUNCTIONS } from './allowed-access.ts'
import type { Caller } from './client.ts'
import type { FoundFunction } from './discover.ts'
import { CALLER_NAMES, type Finding, ROLES } from './finding.ts'

/** Error codes that mean that permission is denied or that the service hides the function from this role. */
const CLOSED = new Set(['42501', 'PGRST202', '42883'])

/** Tries to call a function that is not meant for the caller. Uses GET, which runs in a read-only transaction. */
export async function checkFunction(
  { kind, send }: Caller,
  { name, arguments: values }: FoundFunction,
): Promise<Finding | undefined> {
  const isOpen = VISITOR_FUNCTIONS.includes(name) || (kind === 'member' && MEMBER_FUNCTIONS.includes(name))
  if (isOpen) return undefined
  const response = await send(`/rest/v1/rpc/${name}?${new URLSearchParams(values)}`)
  if (CLOSED.has(response.code)) return undefined
  return {
    problem: `${CALLER_NAMES[kind]} can call the function ${name}.`,
    remedy: `Revoke it (revoke execute on function public.${name} from public, ${ROLES[kind]}), or list it in scripts/doctor/allowed-access.ts.`,
  }
}
