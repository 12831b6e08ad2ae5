import { expect, test } from 'vitest'
import { parsePayload } from './body.ts'

test('JSON keeps its text, so that no digit and no spacing is lost', () => {
  const text = '[{"id": 12345678901234567890}]'
  expect(parsePayload('application/json', text, undefined)).toEqual({ text, keys: ['id'] })
  expect(parsePayload(null, '{"a":1}', undefined)).toEqual({ text: '[{"a":1}]', keys: ['a'] })
})

test('rows must have the same keys, unless the columns are named', () => {
  const text = '[{"a":1},{"b":2}]'
  expect(() => parsePayload('application/json', text, undefined)).toThrow('All object keys must match')
  expect(parsePayload('application/json', text, ['a']).keys).toEqual(['a'])
})

test.each(['', '{', 'nope'])('the body %s is no JSON', (text) => {
  expect(() => parsePayload('application/json', text, undefined)).toThrow('Empty or invalid json')
})

test.each(['5', 'null', '"x"', '[1,2]'])('the body %s holds no rows', (text) => {
  expect(parsePayload('application/json', text, undefined)).toEqual({ text: '[]', keys: [] })
})

test('CSV has a header, NULL and empty fields, and quotes', () => {
  const payload = parsePayload('text/csv', 'a,b\n1,NULL\n,"x, ""y"""\r\n', undefined)
  expect(payload.keys).toEqual(['a', 'b'])
  expect(JSON.parse(payload.text)).toEqual([
    { a: '1', b: null },
    { a: '', b: 'x, "y"' },
  ])
  expect(() => parsePayload('text/csv', 'a,b\n1\n', undefined)).toThrow('All lines must have same number of fields')
  expect(() => parsePayload('text/csv', 'a\n"open\n', undefined)).toThrow('cannot be read')
})

test('a form is one row of texts', () => {
  expect(parsePayload('application/x-www-form-urlencoded', 'a=1&b=x+y', undefined)).toEqual({
    text: '[{"a":"1","b":"x y"}]',
    keys: ['a', 'b'],
  })
})

test('other types are refused by name', () => {
  expect(() => parsePayload('image/png', 'x', undefined)).toThrow('Content-Type not acceptable: image/png')
})

test('a quoted field of CSV may be long', () => {
  const long = 'x""'.repeat(8_000_000)
  expect(parsePayload('text/csv', `a,b\n1,"${long}"`, undefined).text.length).toBeGreaterThan(16_000_000)
})
