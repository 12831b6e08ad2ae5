import type { Statements } from '../kernel/dependencies.ts'

/** Returns the encrypted private key with this name, or undefined. */
export async function findServiceKey(sql: Statements, name: string): Promise<string | undefined> {
  const [row] = await sql<{ sealed_key: string }[]>`select sealed_key from auth.service_keys where name = ${name}`
  return row?.sealed_key
}

/** Stores a key unless another process was first. */
export async function createServiceKey(sql: Statements, name: string, encryptedKey: string): Promise<void> {
  await sql`
    insert into auth.service_keys (name, sealed_key) values (${name}, ${encryptedKey}) on conflict (name) do nothing`
}
