import type { PersonalTokens } from './http/caller.ts'
import type { Log } from './http/log.ts'
import { createPersonalTokens } from './http/personal-tokens.ts'
import type { TokenScope } from './http/token-scopes.ts'
import type { Database } from './postgres/database.ts'
import { listenForChanges } from './rest/schema/schema-listener.ts'

/** Notified when tokens are revoked, directly or by a ban, a new password or the deletion of an account. */
const CHANNEL = 'personal_tokens'

interface TokenRow {
  id: string
  user_id: string
  scopes: TokenScope[]
  expires_at: Date
}

/** Opens the personal access tokens of the database, which are forgotten at once when one ends. */
export async function openPersonalTokens(
  connect: Database['connect'],
  log: Log,
): Promise<PersonalTokens & { close(): Promise<void> }> {
  const sql = connect('owner', { max: 2 })
  const tokens = createPersonalTokens(async (hash) => {
    const [row] = await sql<TokenRow[]>`select * from private.use_personal_token(${hash})`
    return row && { id: row.id, userId: row.user_id, scopes: row.scopes, expiresAt: new Date(row.expires_at) }
  })
  const listener = await listenForChanges(() => connect('owner', { max: 1 }), CHANNEL, {
    onMessage: tokens.clear,
    // Notifications of the time without a connection are lost.
    onListening: tokens.clear,
    log,
  })
  return {
    ...tokens,
    close: async () => {
      await listener.close()
      await sql.end()
    },
  }
}
