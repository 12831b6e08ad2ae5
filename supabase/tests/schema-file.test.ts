import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../backend/src/postgres/statements/sql.ts'
import { createPeople, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

const schemaFile = await readFile(join(import.meta.dirname, '../schema.sql'), 'utf8')

const listPolicies = (sql: Transaction) => sql<{ schemaname: string; tablename: string; policyname: string }[]>`
  select schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check from pg_policies
  where schemaname in ('public', 'private') or (schemaname, tablename) in (('storage', 'objects'), ('realtime', 'messages'))
  order by schemaname, tablename, policyname`

test('schema.sql contains every RLS policy as in pg_policies', async () => {
  const printed = schemaFile.match(/^create policy [^;]*;/gm) ?? []
  await people.owner
    .begin(async (sql) => {
      const before = await listPolicies(sql)
      for (const { schemaname, tablename, policyname } of before) {
        await sql`drop policy ${sql.identifier(policyname)} on ${sql.identifier(schemaname)}.${sql.identifier(tablename)}`
      }
      for (const statement of printed) await sql.unsafe(statement)
      expect(await listPolicies(sql)).toEqual(before)
      expect(before.length).toBeGreaterThan(60)
      throw new Error('roll back')
    })
    .catch((error: Error) => expect(error.message).toBe('roll back'))
})

test('the table of contents of schema.sql has the line number of each entry', () => {
  const lines = schemaFile.split('\n')
  const entries = [...schemaFile.matchAll(/^-- {2,}(\d+) (\S+)$/gm)]
  expect(entries.length).toBeGreaterThan(200)
  for (const [, line, name] of entries) {
    expect(lines[Number(line) - 1]).toMatch(/^create /)
    expect(lines[Number(line) - 1]).toContain(name)
  }
})
