import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../backend/src/postgres/statements/sql.ts'
import type { People } from './people.ts'

type Member = 'stranger' | 'author' | 'moderator' | 'newcomer'

/** A member with a session that calls the API like a client. */
export interface MemberApi {
  sessionId: string
  claims: Record<string, unknown>
  /** Creates another session of this member, which began now or some minutes ago, and returns its id. */
  signIn(device?: { userAgent?: string; ip?: string; aal?: string; minutesAgo?: number }): Promise<string>
  /** Runs work with the claims of the session, or with others. Keeps its changes. */
  run<T>(work: (sql: Transaction) => Promise<T>, claims?: Record<string, unknown>): Promise<T>
}

export async function createApi(people: People, member: Member): Promise<MemberApi> {
  const { owner, ids } = people
  const userId = ids[member]
  const signIn: MemberApi['signIn'] = async ({
    userAgent = 'Browser',
    ip = null,
    aal = 'aal1',
    minutesAgo = 0,
  } = {}) => {
    const id = randomUUID()
    const at = new Date(Date.now() - minutesAgo * 60_000)
    await owner`
      insert into auth.sessions (id, user_id, created_at, updated_at, refreshed_at, aal, user_agent, ip)
      values (${id}, ${userId}, ${at}, ${at}, ${at}::timestamptz at time zone 'utc', ${aal}, ${userAgent}, ${ip})`
    await owner`
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (${randomUUID()}, ${id}, ${at}, ${at}, 'password')`
    return id
  }
  const sessionId = await signIn()
  const claims = { sub: userId, role: 'authenticated', session_id: sessionId }
  return {
    sessionId,
    claims,
    signIn,
    run: (work, requested = claims) =>
      people.actAs(member, async (sql) => {
        await sql`select set_config('request.jwt.claims', ${JSON.stringify(requested)}, true)`
        return work(sql)
      }),
  }
}
