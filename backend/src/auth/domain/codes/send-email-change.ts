import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import type { Pkce } from '../../kernel/values/pkce.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { updateUser } from '../../tables/users.ts'
import { type CodeRequest, requireMailFrequency, sendEmailCodes } from './send-email-code.ts'

interface EmailChange {
  user: UserRow
  newEmail: string
  redirectTo: string
  pkce: Pkce | undefined
}

/** Starts a change of email: sends a code to the new address, and in secure mode another to the current one. */
export async function sendEmailChange(
  dependencies: AuthDependencies,
  sql: Statements,
  { user, newEmail, redirectTo, pkce }: EmailChange,
): Promise<void> {
  await requireMailFrequency(dependencies, sql, { user, kind: 'email_change_new' })
  await updateUser(sql, user.id, { email_change: newEmail, email_change_confirm_status: 0 }, dependencies.now())
  const shared = { user, redirectTo, pkce, newEmail }
  const toNew: CodeRequest = { ...shared, kind: 'email_change_new', recipient: newEmail }
  const isSecure = user.email && dependencies.settings.secureEmailChange
  const toCurrent: CodeRequest = { ...shared, kind: 'email_change_current', recipient: user.email ?? '' }
  await sendEmailCodes(dependencies, sql, isSecure ? [toCurrent, toNew] : [toNew])
}
