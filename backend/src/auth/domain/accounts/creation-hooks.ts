import type { AuthDependencies } from '../../kernel/dependencies.ts'
import type { Statements } from '../../kernel/statements.ts'
import { findUserById, type NewUser } from '../../tables/users.ts'
import { callHook, hasHook } from '../hooks/call-hook.ts'
import { toUserJson } from './user-json.ts'

/** Asks the hook `before_user_created` about an account that is about to be made. Throws the hook's refusal. */
export async function requireWelcome(dependencies: AuthDependencies, sql: Statements, user: NewUser): Promise<void> {
  if (!hasHook(dependencies, 'before-user-created')) return
  await callHook(dependencies, sql, 'before-user-created', { user: toNewUserJson(user) })
}

/** Tells the hook `after_user_created` of a new account, once it is there for good. What the hook answers changes nothing. */
export function announceUser(dependencies: AuthDependencies, id: string): void {
  if (!hasHook(dependencies, 'after-user-created')) return
  dependencies.afterResponse(async () => {
    // The transaction may have failed, or the account be gone again.
    const user = await findUserById(dependencies.sql, id)
    if (user) await callHook(dependencies, dependencies.sql, 'after-user-created', { user: toUserJson(user) })
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
