import type { Statements } from '../kernel/dependencies.ts'

/** An encrypted private key that the service created for itself. */
export async function findServiceKey(sql: Statements, name: string): Promise<string | undefined> {
  const [row] = await sql<{ sealed_key: string }[]>`select sealed_key from auth.service_keys where name = ${name}`
  return row?.sealed_key
}

/** Stores a key unless another process was first. */
export async function createServiceKey(sql: Statements, name: string, sealedKey: string): Promise<void> {
  await sql`
    insert into auth.service_keys (name, sealed_key) values (${name}, ${sealedKey}) on conflict (name) do nothing`
}
