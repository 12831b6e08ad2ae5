import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { findUserById } from '../../tables/users.ts'

/** Returns the account. Throws when it does not exist. */
export async function getUser(sql: Statements, id: string): Promise<UserRow> {
  const user = await findUserById(sql, id)
  if (!user) throw errors.userNotFound()
  return user
}

/** Returns true while a ban of the account lasts. */
export function isBanned(user: { banned_until: Date | null }, { now }: Pick<AuthDependencies, 'now'>): boolean {
  return user.banned_until !== null && user.banned_until > now()
}
