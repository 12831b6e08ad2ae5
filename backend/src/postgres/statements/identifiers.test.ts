import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { quoteIdentifier, quoteLiteral } from './identifiers.ts'

test('quotes an identifier so that it names exactly that column', async () => {
  await using database = await createTestDatabase()
  const sql = database.connect('owner', { max: 1 })
  for (const name of ['plain', 'With "quotes"', "it's", 'über; drop table x', 'a\\b']) {
    const [row] = await sql.unsafe(`select 1 as ${quoteIdentifier(name)}`)
    expect(Object.keys(row ?? {})).toEqual([name])
  }
})

test('quotes a literal so that it reads back as the same text', async () => {
  await using database = await createTestDatabase()
  const sql = database.connect('owner', { max: 1 })
  for (const text of ['', "it's", 'back\\slash', "\\' or 1=1 --", '$1', 'ünï']) {
    const [row] = await sql.unsafe(`select ${quoteLiteral(text)} as text`)
    expect(row?.text).toBe(text)
  }
})

test('cuts a name at NUL', () => {
  expect(quoteIdentifier('a\0"b')).toBe('"a"')
})
