import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { quoteIdentifier, quoteLiteral } from './identifiers.ts'

test('a quoted identifier names exactly the column that was meant', async () => {
  await using database = await createTestDatabase()
  const sql = database.connect('owner', { max: 1 })
  for (const name of ['plain', 'With "quotes"', "it's", 'über; drop table x', 'a\\b']) {
    const [row] = await sql.unsafe(`select 1 as ${quoteIdentifier(name)}`)
    expect(Object.keys(row ?? {})).toEqual([name])
  }
})

test('a quoted literal reads back as the text that was given', async () => {
  await using database = await createTestDatabase()
  const sql = database.connect('owner', { max: 1 })
  for (const text of ['', "it's", 'back\\slash', "\\' or 1=1 --", '$1', 'ünï']) {
    const [row] = await sql.unsafe(`select ${quoteLiteral(text)} as text`)
    expect(row?.text).toBe(text)
  }
})

test('a name is cut at NUL', () => {
  expect(quoteIdentifier('a\0"b')).toBe('"a"')
})
