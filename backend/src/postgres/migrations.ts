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

/** The migration that is being applied, and its place among the missing ones, from 1. */
export interface MigrationStep {
  file: string
  number: number
  total: number
}

/**
 * Applies the missing files of each set in order, each in its own transaction, and calls `onStep` before each of them.
 * Returns how many were applied. Processes that start at the same time wait for each other. Throws when an applied file
 * has changed since.
 */
export async function migrate(
  owner: Sql,
  sets: MigrationSet[],
  onStep?: (step: MigrationStep) => void,
): Promise<number> {
  const connection = await owner.reserve()
  try {
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
    const ledger = await readLedger(connection)
    const missing = sets.flatMap((set) => listMissing(set, ledger))
    for (const [index, file] of missing.entries()) {
      onStep?.({ file: file.path, number: index + 1, total: missing.length })
      await applyFile(connection, file)
    }
    return missing.length
  } finally {
    // A lost connection has released the lock. Its error must not replace the one that names the migration.
    await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => {})
    connection.release()
  }
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

/** Lists the files of a set that are not applied yet. Throws when an applied one has changed. */
function listMissing(set: MigrationSet, ledger: Map<string, string>): MigrationFile[] {
  return listMigrations(set).filter(({ service, version, path, hash }) => {
    const known = ledger.get(`${service}/${version}`)
    if (known && known !== hash)
      throw new Error(`Migration ${path} was changed after it had been applied. Write a new one instead.`)
    return !known
  })
}

/** Reads the files of a set one by one: 200 small concurrent reads take ten times the CPU time. */
function listMigrations({ name: service, folder }: MigrationSet): MigrationFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    return { service, path: `${service}/${file}`, ...splitFileName(file), text, hash }
  })
}

interface MigrationFile {
  service: MigrationSet['name']
  /** The name of the service and of the file, for messages. */
  path: string
  version: string
  name: string
  text: string
  hash: string
}

async function applyFile(sql: Queries, { service, path, version, name, text, hash }: MigrationFile): Promise<void> {
  await sql.unsafe('begin')
  try {
    await sql.unsafe(text)
    await sql`insert into supabase_migrations.service_migrations (service, version, name, hash)
      values (${service}, ${version}, ${name}, ${hash})`
    if (service === 'app') {
      await sql`insert into supabase_migrations.schema_migrations (version, name) values (${version}, ${name})
        on conflict (version) do nothing`
    }
    await sql.unsafe('commit')
  } catch (cause) {
    await sql.unsafe('rollback').catch(() => {})
    throw new Error(`Migration ${path} failed.`, { cause })
  }
}

function splitFileName(file: string): { version: string; name: string } {
  const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
  if (!version || !name) throw new Error(`${file} is not named <digits>_<name>.sql.`)
  return { version, name }
}
