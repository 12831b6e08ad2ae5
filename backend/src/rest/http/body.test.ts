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

test.each(['[1,2]', '[{"a":1},1]', '[null]', '[[]]'])('rejects the elements of %s (rest 10.2)', (text) => {
  expect(() => parsePayload('application/json', text, undefined)).toThrow('All object keys must match')
})

test.each(['5', 'null', '"x"', '[]'])('reads no rows from the body %s (rest 10.2)', (text) => {
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

test.each(['\n', '\r\n'])('skips blank lines of CSV that end with %j (rest 10.2)', (end) => {
  const lines = ['', 'a,b', '', '1,2', '', '', '3,4', '', '']
  expect(JSON.parse(parsePayload('text/csv', lines.join(end), undefined).text)).toEqual([
    { a: '1', b: '2' },
    { a: '3', b: '4' },
  ])
})

test('reads a quoted empty field of CSV as a row (rest 10.2)', () => {
  expect(JSON.parse(parsePayload('text/csv', 'a\n""\n\nx', undefined).text)).toEqual([{ a: '' }, { a: 'x' }])
})

test('parses a form as one row of strings (rest 10.2)', () => {
  expect(parsePayload('application/x-www-form-urlencoded', 'a=1&b=x+y', undefined)).toEqual({
    text: '[{"a":"1","b":"x y"}]',
    keys: ['a', 'b'],
  })
})

test('rejects other content types and names them in the message (rest 10.2)', () => {
  expect(() => parsePayload('image/png', 'x', undefined)).toThrow('Content-Type not acceptable: image/png')
})

test.each([';;;', '; charset=utf-8'])('rejects the content type %s (rest 10.2)', (type) => {
  expect(() => parsePayload(type, '{"a":1}', undefined)).toThrow(`Content-Type not acceptable: ${type}`)
  expect(parsePayload(' ', '{"a":1}', undefined).keys).toEqual(['a'])
})

test('parses a long quoted field of CSV (rest 10.2)', () => {
  const long = 'x""'.repeat(8_000_000)
  expect(parsePayload('text/csv', `a,b\n1,"${long}"`, undefined).text.length).toBeGreaterThan(16_000_000)
})
