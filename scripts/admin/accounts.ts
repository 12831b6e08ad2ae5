import type { SupabaseClient, User } from '@supabase/supabase-js'

const PAGE_SIZE = 1_000

/** Returns a successful result of supabase-js. Throws its error with a message for the operator. */
export function throwOnError<Result extends { error: { message: string } | null }>(result: Result): Result {
  if (result.error) throw new Error(`The service returned an error: ${result.error.message}`)
  return result
}

/** Returns all accounts, newest first. */
export async function listAccounts(client: SupabaseClient): Promise<User[]> {
  const accounts: User[] = []
  for (let page = 1; ; page += 1) {
    const { data } = throwOnError(await client.auth.admin.listUsers({ page, perPage: PAGE_SIZE }))
    accounts.push(...data.users)
    if (data.users.length < PAGE_SIZE) return accounts
  }
}

/** Returns the account of an email. When there is none, throws an error that says this and the given advice. */
export async function getAccount(
  client: SupabaseClient,
  email: string,
  advice = 'npm run admin -- list prints all accounts.',
): Promise<User> {
  const found = (await listAccounts(client)).find((account) => account.email?.toLowerCase() === email.toLowerCase())
  if (!found) throw new Error(`There is no account with ${email}. ${advice}`)
  return found
}

/** Returns one line: email or phone, role, sign-up date, last sign-in, ban, id. */
export function describeAccount(account: User): string {
  const { app_metadata: data, banned_until: bannedUntil } = account
  const name = account.email || account.phone || (account.is_anonymous ? 'anonymous' : 'no email or phone')
  const isBanned = bannedUntil !== undefined && new Date(bannedUntil) > new Date()
  const parts = [
    name,
    typeof data.role === 'string' ? data.role : 'member',
    `since ${account.created_at.slice(0, 10)}`,
    account.last_sign_in_at ? `signed in ${account.last_sign_in_at.slice(0, 10)}` : 'never signed in',
    ...(account.email && !account.email_confirmed_at ? ['not confirmed'] : []),
    ...(isBanned ? [`banned until ${bannedUntil.slice(0, 10)}`] : []),
    account.id,
  ]
  return parts.join('  ')
}
