import type { Statements } from '../kernel/dependencies.ts'

/** Returns a value as it is read from a column of type jsonb. */
export async function roundTrip<Value extends Record<string, unknown>>(sql: Statements, value: Value): Promise<Value> {
  const [row] = await sql<{ value: Value }[]>`select ${sql.json(value)}::jsonb as value`
  return row?.value ?? value
}
