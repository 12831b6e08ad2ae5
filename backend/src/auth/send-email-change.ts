import type { AuthParts } from './context.ts'
import type { Pkce } from './rules/pkce.ts'
import { requireFrequency, sendCode } from './send-code.ts'
import type { Statements } from './tables/statements.ts'
import { type UserRow, updateUser } from './tables/users.ts'

interface EmailChange {
  user: UserRow
  newEmail: string
  redirectTo: string
  pkce: Pkce | undefined
}

/** Begins a change of e-mail: a code to the new address, and in secure mode one to the present address too. */
export async function sendEmailChange(
  parts: AuthParts,
  sql: Statements,
  { user, newEmail, redirectTo, pkce }: EmailChange,
): Promise<void> {
  const shared = { redirectTo, pkce, newEmail }
  requireFrequency(parts, { ...shared, user, kind: 'email_change_new', recipient: newEmail })
  await updateUser(sql, user.id, { email_change: newEmail, email_change_confirm_status: 0 }, parts.now())
  // The two mails go out together, so the first must not make the second one come too soon.
  const fresh = { ...user, email_change_sent_at: null }
  if (user.email && parts.settings.secureEmailChange) {
    await sendCode(parts, sql, { ...shared, pkce, user: fresh, kind: 'email_change_current', recipient: user.email })
  }
  await sendCode(parts, sql, { ...shared, user: fresh, kind: 'email_change_new', recipient: newEmail })
}
