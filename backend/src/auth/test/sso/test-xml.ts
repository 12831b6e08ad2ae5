import type { TestAuth } from '../test-auth.ts'

export const toXml = (base64: string) => Buffer.from(base64, 'base64').toString()

export const toBase64 = (xml: string) => Buffer.from(xml).toString('base64')

export async function countSessions({ sql }: TestAuth): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from auth.sessions`
  return row?.count ?? -1
}
