import { expect, test } from 'vitest'
import { parsePayload } from './body.ts'

test('keeps the text of JSON with all digits and spacing (rest 10.2)', () => {
  const text = '[{"id": 12345678901234567890}]'
  expect(parsePayload('application/json', text, undefined)).toEqual({ text, keys: ['id'] })
  expect(parsePayload(null, '{"a":1}', undefined)).toEqual({ text: '[{"a":1}]', keys: ['a'] })
})

test('requires the same keys in all rows unless columns are named (rest 10.2)', () => {
  const text = '[{"a":1},{"b":2}]'
  expect(() => parsePayload('application/json', text, undefined)).toThrow('All object keys must match')
  expect(parsePayload('application/json', text, ['a']).keys).toEqual(['a'])
})

test.each(['', '{', 'nope'])('rejects the body %s as invalid JSON (rest 10.2)', (text) => {
  expect(() => parsePayload('application/json', text, undefined)).toThrow('Empty or invalid json')
})

test.each(['5', 'null', '"x"', '[1,2]'])('reads no rows from the body %s (rest 10.2)', (text) => {
  expect(parsePayload('application/json', text, undefined)).toEqual({ text: '[]', keys: [] })
})

test('parses CSV with a header, NULL, empty fields and quotes (rest 10.2)', () => {
  const payload = parsePayload('text/csv', 'a,b\n1,NULL\n,"x, ""y"""\r\n', undefined)
  expect(payload.keys).toEqual(['a', 'b'])
  expect(JSON.parse(payload.text)).toEqual([
    { a: '1', b: null },
    { a: '', b: 'x, "y"' },
  ])
  expect(() => parsePayload('text/csv', 'a,b\n1\n', undefined)).toThrow('All lines must have same number of fields')
  expect(() => parsePayload('text/csv', 'a\n"open\n', undefined)).toThrow('cannot be read')
})

test('parses a form as one row of texts (rest 10.2)', () => {
  expect(parsePayload('application/x-www-form-urlencoded', 'a=1&b=x+y', undefined)).toEqual({
    text: '[{"a":"1","b":"x y"}]',
    keys: ['a', 'b'],
  })
})

test('rejects other content types and names them in the message (rest 10.2)', () => {
  expect(() => parsePayload('image/png', 'x', undefined)).toThrow('Content-Type not acceptable: image/png')
})

test('parses a long quoted field of CSV (rest 10.2)', () => {
  const long = 'x""'.repeat(8_000_000)
  expect(parsePayload('text/csv', `a,b\n1,"${long}"`, undefined).text.length).toBeGreaterThan(16_000_000)
})
