import type { Statements } from '../kernel/dependencies.ts'
import type { AuthSettings } from '../settings.ts'
import { deleteOldKnownNetworks } from './known-networks.ts'

const DAY_MS = 86_400_000
const ENDED_SESSION_DAYS = 3
const ANONYMOUS_DAYS = 30
const KNOWN_NETWORK_DAYS = 180
const SENT_MAIL_DAYS = 7

/** Deletes the rate limits of clients that have been idle for so long that their limit is full again. */
export async function deleteFullBuckets(sql: Statements, now: Date): Promise<void> {
  await sql`delete from auth.rate_limits where full_at < ${now}`
}

/**
 * Deletes what unfinished sign-ins left behind. Anyone can start them in any number, so operators cannot switch this
 * off.
 */
export async function deleteExpiredStates(
  sql: Statements,
  { mailerOtpExpiryMs }: Pick<AuthSettings, 'mailerOtpExpiryMs'>,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS)
  // The other flows wait for an emailed link.
  await sql`
    delete from auth.flow_state
    where created_at < ${before} and authentication_method in ('oauth', 'sso/saml')
      or created_at < ${new Date(before.getTime() - mailerOtpExpiryMs)}`
  await sql`delete from auth.oauth_client_states where created_at < ${before}`
  await sql`delete from auth.oauth_authorizations where expires_at < ${before}`
  await sql`delete from auth.saml_relay_states where created_at < ${before}`
  await sql`delete from auth.saml_used_assertions where expires_at < ${now}`
  await sql`delete from auth.web3_used_messages where expires_at < ${now}`
  await sql`delete from auth.mfa_challenges where created_at < ${before}`
  await sql`delete from auth.webauthn_challenges where expires_at < ${before}`
}

export async function deleteExpiredOutboxKeys(sql: Statements, now: Date): Promise<void> {
  await sql`delete from auth.outbox_keys where expires_at < ${now}`
}

/** Deletes the ids of sent emails, long after the site has stopped submitting them. */
export async function deleteSentMails(sql: Statements, now: Date): Promise<void> {
  await sql`delete from auth.outbox where sent_at < ${new Date(now.getTime() - SENT_MAIL_DAYS * DAY_MS)}`
}

/** Deletes old sessions, accounts and other rows that operators may want to keep (auth 11). */
export async function deleteOld(
  sql: Statements,
  { sessionTimeboxMs, sessionInactivityMs }: Pick<AuthSettings, 'sessionTimeboxMs' | 'sessionInactivityMs'>,
  now: Date,
): Promise<void> {
  const before = (days: number, moreMs = 0) => new Date(now.getTime() - days * DAY_MS - moreMs)
  await sql`delete from auth.refresh_tokens where revoked and updated_at < ${before(1)}`
  await sql`delete from auth.sessions where not_after < ${before(ENDED_SESSION_DAYS)}`
  if (sessionTimeboxMs !== undefined) {
    await sql`delete from auth.sessions where created_at < ${before(1, sessionTimeboxMs)}`
  }
  if (sessionInactivityMs !== undefined) {
    await sql`
      delete from auth.sessions
      where coalesce(refreshed_at at time zone 'utc', created_at) < ${before(1, sessionInactivityMs)}`
  }
  await sql`delete from auth.mfa_factors where status = 'unverified' and created_at < ${before(1)}`
  await deleteOldKnownNetworks(sql, before(KNOWN_NETWORK_DAYS))
  await sql`delete from auth.users where is_anonymous and created_at < ${before(ANONYMOUS_DAYS)}`
}
