import { openPool } from '../postgres/connections/open-pool.ts'
import type { Sql } from '../postgres/statements/sql.ts'
import { createSecrets, findSecrets, type GivenSecrets, mergeSecrets, parseSecrets, type Secrets } from './secrets.ts'

/** One lock key for all processes that share a database. */
const SECRETS_LOCK = 7_203_114_512
/** `server_version_num` of the oldest supported PostgreSQL. */
const OLDEST_VERSION = 150_000

/**
 * Loads the secrets of an installation with `DATABASE_URL`: those given, and otherwise those stored in the database,
 * where only its owner can read them, so that processes on all machines agree. The first process stores the secrets of
 * its data folder, if any, so that moving from the embedded database signs no one out.
 */
export async function loadSharedSecrets(
  databaseUrl: string,
  dataFolder: string,
  given: GivenSecrets,
): Promise<Secrets> {
  const sql = openPool({ url: databaseUrl }, { max: 1 })
  try {
    await requireDatabase(sql, databaseUrl)
    const own = findSecrets(dataFolder) ?? (await createSecrets())
    return mergeSecrets(await agree(sql, own), given)
  } finally {
    await sql.end(1000)
  }
}

async function requireDatabase(sql: Sql, databaseUrl: string): Promise<void> {
  const { host, pathname } = new URL(databaseUrl)
  const place = `The database of DATABASE_URL (${pathname.slice(1) || 'postgres'} on ${host || 'localhost'})`
  let version: number
  try {
    const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`
    version = row?.version ?? 0
  } catch (cause) {
    throw new Error(`${place} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}.`, { cause })
  }
  if (version < OLDEST_VERSION)
    throw new Error(`${place} is PostgreSQL ${Math.floor(version / 10_000)}; version 15 or later is required.`)
}

/** Stores our secrets unless others are stored; returns the stored ones. */
async function agree(sql: Sql, own: Secrets): Promise<Secrets> {
  const kept = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${SECRETS_LOCK})`
    await tx`create schema if not exists supabase_migrations`
    await tx`create table if not exists supabase_migrations.installation_secrets
      (id boolean primary key default true check (id), secrets jsonb not null)`
    await tx`revoke all on supabase_migrations.installation_secrets from public`
    await tx`insert into supabase_migrations.installation_secrets (secrets)
      values (${JSON.stringify(own)}::text::jsonb) on conflict (id) do nothing`
    return tx<{ secrets: unknown }[]>`select secrets from supabase_migrations.installation_secrets`
  })
  return parseSecrets(kept[0]?.secrets)
}
