import type { Statements } from '../kernel/dependencies.ts'

export async function upsertKnownNetwork(sql: Statements, hash: string, now: Date): Promise<void> {
  await sql`
    insert into auth.known_networks as n (hash, used_at) values (${hash}, ${now})
    on conflict (hash) do update set used_at = excluded.used_at where n.used_at < excluded.used_at - interval '1 day'`
}

export async function hasKnownNetwork(sql: Statements, hash: string): Promise<boolean> {
  const rows = await sql`select from auth.known_networks where hash = ${hash}`
  return rows.length > 0
}

/** Returns true when an account with this email or phone has a session from the network. */
export async function hasSessionFrom(sql: Statements, login: string, network: string): Promise<boolean> {
  const rows = await sql`
    select from auth.users u join auth.sessions s on s.user_id = u.id
    where (lower(u.email) = ${login} or u.phone = ${login}) and s.ip <<= ${network}::inet limit 1`
  return rows.length > 0
}

export async function deleteOldKnownNetworks(sql: Statements, before: Date): Promise<void> {
  await sql`delete from auth.known_networks where used_at < ${before}`
}
