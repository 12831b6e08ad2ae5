import type { SupabaseClient, User } from '@supabase/supabase-js'

const PAGE_SIZE = 1_000

/** What supabase-js answers with: data, or an error that is thrown here as a sentence. */
export function throwOnError<Reply extends { error: { message: string } | null }>(reply: Reply): Reply {
  if (reply.error) throw new Error(`The service refused: ${reply.error.message}`)
  return reply
}

/** All accounts, newest first. */
export async function listAccounts(client: SupabaseClient): Promise<User[]> {
  const accounts: User[] = []
  for (let page = 1; ; page += 1) {
    const { data } = throwOnError(await client.auth.admin.listUsers({ page, perPage: PAGE_SIZE }))
    accounts.push(...data.users)
    if (data.users.length < PAGE_SIZE) return accounts
  }
}

/** The account of an e-mail address. Throws a sentence when there is none. */
export async function getAccount(client: SupabaseClient, email: string): Promise<User> {
  const found = (await listAccounts(client)).find((account) => account.email?.toLowerCase() === email.toLowerCase())
  if (!found) throw new Error(`Nobody has an account with ${email}. They have to sign up first.`)
  return found
}

/** One line: who, role, since when, last seen, ban, id. */
export function describeAccount(account: User): string {
  const { app_metadata: data, banned_until: bannedUntil } = account
  const name = account.email || account.phone || (account.is_anonymous ? 'anonymous' : 'no address')
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
