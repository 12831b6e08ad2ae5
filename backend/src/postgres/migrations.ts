import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Queries } from './statements/queries.ts'
import type { Sql } from './statements/sql.ts'

/** One lock key for all processes that share a database, so that only one of them migrates at a time. */
const MIGRATION_LOCK = 7_203_114_511

/** A folder of `<version>_<name>.sql` files, applied in the order of their versions. */
export interface MigrationSet {
  /** `app` is recorded in the table of the Supabase CLI as well, so that either tool can continue. */
  name: 'base' | 'auth' | 'rest' | 'storage' | 'realtime' | 'app'
  folder: string
}

/**
 * Applies the missing files of each set in order, each in its own transaction. Returns the files applied. Processes
 * that start at the same time wait for each other. Throws when an applied file has changed since.
 */
export async function migrate(owner: Sql, sets: MigrationSet[]): Promise<string[]> {
  const connection = await owner.reserve()
  const applied: string[] = []
  try {
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
    const ledger = await readLedger(connection)
    for (const set of sets) applied.push(...(await applySet(connection, set, ledger)))
  } finally {
    // A lost connection has released the lock. Its error must not replace the one that names the migration.
    await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => {})
    connection.release()
  }
  return applied
}

/** Returns the hashes of the applied files by service and version. */
async function readLedger(sql: Queries): Promise<Map<string, string>> {
  const [ledger] = await sql<{ exists: boolean }[]>`
    select to_regclass('supabase_migrations.service_migrations') is not null as exists`
  if (!ledger?.exists) await createLedger(sql)
  const rows = await sql<{ service: string; version: string; hash: string }[]>`
    select service, version, hash from supabase_migrations.service_migrations`
  return new Map(rows.map(({ service, version, hash }) => [`${service}/${version}`, hash]))
}

async function createLedger(sql: Queries): Promise<void> {
  await sql`create schema if not exists supabase_migrations`
  await sql`create table if not exists supabase_migrations.schema_migrations
    (version text primary key, statements text[], name text)`
  await sql`create table if not exists supabase_migrations.service_migrations
    (service text, version text, name text not null, hash text not null,
     applied_at timestamptz not null default now(), primary key (service, version))`
}

async function applySet(sql: Queries, set: MigrationSet, ledger: Map<string, string>): Promise<string[]> {
  const applied: string[] = []
  for (const file of listMigrations(set)) {
    const { version, name, hash } = file
    const known = ledger.get(`${set.name}/${version}`)
    if (known === hash) continue
    if (known)
      throw new Error(
        `Migration ${set.name}/${version}_${name}.sql was changed after it had been applied. Write a new one instead.`,
      )
    await applyFile(sql, set, file)
    applied.push(`${set.name}/${version}_${name}.sql`)
  }
  return applied
}

/** Reads the files of a set one by one: 200 small concurrent reads take ten times the CPU time. */
function listMigrations({ folder }: MigrationSet): MigrationFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return { ...splitFileName(file), text, hash: createHash('sha256').update(text).digest('hex') }
  })
}

interface MigrationFile {
  version: string
  name: string
  text: string
  hash: string
}

async function applyFile(sql: Queries, set: MigrationSet, { version, name, text, hash }: MigrationFile): Promise<void> {
  await sql.unsafe('begin')
  try {
    await sql.unsafe(text)
    await sql`insert into supabase_migrations.service_migrations (service, version, name, hash)
      values (${set.name}, ${version}, ${name}, ${hash})`
    if (set.name === 'app') {
      await sql`insert into supabase_migrations.schema_migrations (version, name) values (${version}, ${name})
        on conflict (version) do nothing`
    }
    await sql.unsafe('commit')
  } catch (cause) {
    await sql.unsafe('rollback').catch(() => {})
    throw new Error(`Migration ${set.name}/${version}_${name}.sql failed.`, { cause })
  }
}

function splitFileName(file: string): { version: string; name: string } {
  const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
  if (!version || !name) throw new Error(`${file} is not named <digits>_<name>.sql.`)
  return { version, name }
}
