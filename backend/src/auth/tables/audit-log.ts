import type { Statements } from '../kernel/dependencies.ts'

const LOG_TYPE = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  token_revoked: 'token',
  token_refreshed: 'token',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  identity_linked: 'user',
  identity_unlinked: 'user',
  passkey_created: 'user',
  passkey_updated: 'user',
  passkey_deleted: 'user',
  custom_provider_created: 'provider',
  custom_provider_updated: 'provider',
  custom_provider_deleted: 'provider',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  factor_deleted: 'factor',
  factor_updated: 'factor',
} as const

export type AuditAction = keyof typeof LOG_TYPE

/** The actor: a member, or an operator's role. */
export interface Actor {
  id: string
  /** The phone, otherwise the email; for operators the role. */
  username: string
  viaSso: boolean
  name?: string
}

/** An audit entry as stored. Traits never contain secrets. */
export interface AuditEntry {
  payload: Record<string, unknown>
  ip: string
}

export function toAuditEntry(
  actor: Actor,
  action: AuditAction,
  ip: string | null,
  traits?: Record<string, unknown>,
): AuditEntry {
  const payload = {
    actor_id: actor.id,
    actor_username: actor.username,
    actor_via_sso: actor.viaSso,
    ...(actor.name ? { actor_name: actor.name } : {}),
    action,
    log_type: LOG_TYPE[action],
    ...(traits ? { traits } : {}),
  }
  return { payload, ip: ip ?? '' }
}

export async function createAuditEntry(sql: Statements, { payload, ip }: AuditEntry, now: Date): Promise<void> {
  await sql`
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), ${sql.json(payload)}, ${now}, ${ip})`
}

export interface AuditRow {
  id: string
  payload: Record<string, unknown>
  created_at: Date
  ip_address: string
}

/** Lists entries, newest first. `filter` matches entries whose field contains the text; `total` counts all matches. */
export async function listAuditEntries(
  sql: Statements,
  page: { limit: number; offset: number },
  filter: { field: string; text: string } | undefined,
): Promise<{ entries: AuditRow[]; total: number }> {
  const matches = filter
    ? sql.fragment`strpos(lower(payload ->> ${filter.field}), lower(${filter.text})) > 0`
    : sql.fragment`true`
  const [[counted], entries] = await Promise.all([
    sql<{ total: number }[]>`select count(*)::int as total from auth.audit_log_entries where ${matches}`,
    sql<AuditRow[]>`
      select id, payload, created_at, ip_address from auth.audit_log_entries where ${matches}
      order by created_at desc, id limit ${page.limit} offset ${page.offset}`,
  ])
  return { entries, total: counted?.total ?? 0 }
}
