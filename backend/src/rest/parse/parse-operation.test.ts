import { expect, test } from 'vitest'
import { parseOperation } from './parse-operation.ts'

test.each([
  ['eq.5', { kind: 'simple', operator: 'eq', value: '5' }],
  ['eq.', { kind: 'simple', operator: 'eq', value: '' }],
  ['eq.null', { kind: 'simple', operator: 'eq', value: 'null' }],
  ['eq."quoted"', { kind: 'simple', operator: 'eq', value: '"quoted"' }],
  ['like.*a*', { kind: 'simple', operator: 'like', value: '*a*' }],
  ['eq(any).{1,2}', { kind: 'quantified', operator: 'eq', quantifier: 'any', value: '{1,2}' }],
  ['ilike(all).{*a,b*}', { kind: 'quantified', operator: 'ilike', quantifier: 'all', value: '{*a,b*}' }],
  ['in.(1,2)', { kind: 'in', values: ['1', '2'] }],
  ['in.()', { kind: 'in', values: [] }],
  ['in.("")', { kind: 'in', values: [] }],
  ['in.(a b, c)', { kind: 'in', values: ['a b', ' c'] }],
  ['in.("a,b","c\\"d")', { kind: 'in', values: ['a,b', 'c"d'] }],
  ['in.("a"b,c)', { kind: 'in', values: ['"a"b', 'c'] }],
  ['in.(1))', { kind: 'in', values: ['1'] }],
  ['is.null', { kind: 'is', value: 'null' }],
  ['is.NOT_NULL', { kind: 'is', value: 'not_null' }],
  ['is.unknown', { kind: 'is', value: 'unknown' }],
  ['isdistinct.x', { kind: 'distinct', value: 'x' }],
  ['fts.a&b', { kind: 'search', operator: 'fts', config: undefined, value: 'a&b' }],
  ['wfts(english).a or b', { kind: 'search', operator: 'wfts', config: 'english', value: 'a or b' }],
  ['cs.{a,"b,c"}', { kind: 'simple', operator: 'cs', value: '{a,"b,c"}' }],
  ['adj.[1,2)', { kind: 'simple', operator: 'adj', value: '[1,2)' }],
])('parses the operation %s (rest 7)', (text, operation) => {
  expect(parseOperation(text)).toEqual({ negated: false, operation })
  expect(parseOperation(`not.${text}`)).toEqual({ negated: true, operation })
})

test.each([
  '',
  'eq',
  'foo.1',
  'eqq.1',
  'in.1',
  'in.(1',
  'is.maybe',
  'neq(any).1',
  'eq(some).1',
  'not.not.eq.1',
  'fts(a;b).x',
])('rejects the operation %s (rest 7)', (text) => {
  expect(() => parseOperation(text)).toThrow(`failed to parse filter (${text})`)
})
