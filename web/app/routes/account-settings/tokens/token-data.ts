import * as v from 'valibot'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

/** The levels of access that the form offers. Each includes those before it. */
export const tokenScopes = ['read', 'own', 'write'] as const

/** The lifetimes that the form offers, in days. */
export const tokenLifetimes = [7, 30, 90, 365] as const

const TokenRows = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    scopes: v.array(v.picklist(tokenScopes)),
    hint: v.string(),
    created_at: v.string(),
    expires_at: v.string(),
    last_used_at: v.nullable(v.string()),
  }),
)

/** A personal access token as the screen shows it, without the token itself. */
export type OwnToken = Awaited<ReturnType<typeof getTokenData>>['tokens'][number]
export type TokenData = Awaited<ReturnType<typeof getTokenData>>

/** Lists the member's tokens. `areAccepted` is false on hosted projects, whose platform rejects them. */
export async function getTokenData(supabase: Supabase, areAccepted: boolean) {
  const now = Date.now()
  const rows = v.parse(TokenRows, takeData(await supabase.rpc('list_personal_tokens')))
  const tokens = rows.map(({ scopes, ...row }) => ({
    ...row,
    scope: tokenScopes.findLast((scope) => scopes.includes(scope)) ?? 'read',
    isExpired: Date.parse(row.expires_at) <= now,
  }))
  return { tokens, now, areAccepted }
}
