import type { AuthParts } from '../../kernel/dependencies.ts'
import { runAfterwards } from '../../kernel/request-scope.ts'
import type { Statements } from '../../kernel/statements.ts'
import { findUserById, type NewUser } from '../../tables/users.ts'
import { callHook, hasHook } from '../hooks/call-hook.ts'
import { toUserJson } from './user-json.ts'

/** Asks the hook `before_user_created` about an account that is about to be made. Throws the hook's refusal. */
export async function requireWelcome(parts: AuthParts, sql: Statements, user: NewUser): Promise<void> {
  if (!hasHook(parts, 'before-user-created')) return
  await callHook(parts, sql, 'before-user-created', { user: toNewUserJson(user) })
}

/** Tells the hook `after_user_created` of a new account, once it is there for good. What the hook answers changes nothing. */
export function announceUser(parts: AuthParts, id: string): void {
  if (!hasHook(parts, 'after-user-created')) return
  runAfterwards(async () => {
    // The transaction may have failed, or the account be gone again.
    const user = await findUserById(parts.sql, id)
    if (user) await callHook(parts, parts.sql, 'after-user-created', { user: toUserJson(user) })
  })
}

function toNewUserJson(user: NewUser): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.audience,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: [],
    created_at: user.now.toISOString(),
    updated_at: user.now.toISOString(),
    is_anonymous: user.isAnonymous,
  }
}
