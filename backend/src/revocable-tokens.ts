import type { Log } from './http/log.ts'
import { type AppSessions, createAppSessions } from './http/tokens/app-sessions.ts'
import type { PersonalTokens } from './http/tokens/caller.ts'
import { createPersonalTokens } from './http/tokens/personal-tokens.ts'
import type { TokenScope } from './http/tokens/token-scopes.ts'
import type { Database } from './postgres/database.ts'
import { listenForChanges } from './rest/schema/schema-listener.ts'

/**
 * The channel that is notified when a token or the session of an app ends, whether directly or by a ban, a new
 * password or the deletion of an account.
 */
const CHANNELS = ['personal_tokens', 'app_sessions']
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface TokenRow {
  id: string
  user_id: string
  scopes: TokenScope[]
  expires_at: Date
}

/** Credentials of programs, which members may revoke before they expire. */
export interface RevocableTokens {
  personalTokens: PersonalTokens
  appSessions: AppSessions
  close(): Promise<void>
}

/**
 * Opens the personal access tokens and app sessions of the database. Revoked ones are removed from the cache at once.
 */
export async function openRevocableTokens(connect: Database['connect'], log: Log): Promise<RevocableTokens> {
  const sql = connect('owner', { max: 2 })
  const personalTokens = createPersonalTokens(async (hash) => {
    const [row] = await sql<TokenRow[]>`select * from private.use_personal_token(${hash})`
    return row && { id: row.id, userId: row.user_id, scopes: row.scopes, expiresAt: new Date(row.expires_at) }
  })
  const appSessions = createAppSessions(async ({ sessionId, clientId }) => {
    if (!UUID.test(sessionId) || !UUID.test(clientId)) return false
    const rows = await sql`
      select from auth.sessions s join auth.oauth_clients c on c.id = s.oauth_client_id
      where s.id = ${sessionId}::uuid and c.id = ${clientId}::uuid and c.deleted_at is null`
    return rows.length > 0
  })
  const clear = () => {
    personalTokens.clear()
    appSessions.clear()
  }
  const listener = await listenForChanges(() => connect('owner', { max: 1 }), CHANNELS, {
    onMessage: clear,
    // Notifications of the time without a connection are lost.
    onListening: clear,
    log,
  })
  return {
    personalTokens,
    appSessions,
    close: async () => {
      await listener.close()
      await sql.end()
    },
  }
}
