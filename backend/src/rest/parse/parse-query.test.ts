import { expect, test } from 'vitest'
import { parseQuery, splitQueryString } from './parse-query.ts'
import type { Condition } from './syntax.ts'

const parse = (text: string, takesArguments = false) => parseQuery(splitQueryString(text), takesArguments)

function formatCondition(condition: Condition): string {
  const not = condition.negated ? 'not ' : ''
  if (condition.kind === 'group') {
    return `${not}(${condition.conditions.map(formatCondition).join(` ${condition.connective} `)})`
  }
  const { field, operation } = condition
  const path = field.path.map((step) => `${step.arrow}${'key' in step ? step.key : step.index}`).join('')
  const value = 'value' in operation ? operation.value : `[${operation.values.join('|')}]`
  return `${not}${field.name}${path} ${'operator' in operation ? operation.operator : operation.kind} ${value}`
}

test.each([
  ['id=eq.1', ': id eq 1'],
  ['data->>a=eq.1', ': data->>a eq 1'],
  ['a.b.id=eq.1', 'a.b: id eq 1'],
  ['a.data->b.c=eq.1', undefined],
  ['"a.b"=eq.1', ': a.b eq 1'],
  ['name=eq.a+b%26c', ': name eq a b&c'],
  ['or=(a.eq.1,b.gt.2)', ': (a eq 1 or b gt 2)'],
  ['not.and=(a.eq.1,b.not.is.null)', ': not (a eq 1 and not b is null)'],
  ['e.or=(a.eq.1,b.eq.2)', 'e: (a eq 1 or b eq 2)'],
  ['e.not.or=(a.eq.1,b.eq.2)', 'e: not (a eq 1 or b eq 2)'],
  ['and=(a.eq.1,or(b.eq.2,not.and(c.eq.3,d.eq.4)))', ': (a eq 1 and (b eq 2 or not (c eq 3 and d eq 4)))'],
  ['or=( a.eq.1 , b.eq.2 )', ': (a eq 1  or b eq 2 )'],
  ['or=(a.in.(1,2),b.eq."x,(y)")', ': (a in [1|2] or b eq x,(y))'],
  ['or=(a.cs.{1,2},b.eq.3)', ': (a cs {1,2} or b eq 3)'],
  ['or=(a->>b.eq.1)', ': (a->>b eq 1)'],
  ['or=(a.eq.1))', ': (a eq 1)'],
])('parses the filter %s (rest 7)', (text, expected) => {
  if (expected === undefined) expect(() => parse(text)).toThrow('failed to parse tree path')
  else
    expect(parse(text).conditions.map(({ path, value }) => `${path.join('.')}: ${formatCondition(value)}`)).toEqual([
      expected,
    ])
})

test.each(['or=()', 'or=a.eq.1', 'or=(a.eq.1', 'and=(a)', 'or=(a.eq.1,)', 'or=(a.eq.1)x'])(
  'rejects the tree %s (rest 7)',
  (text) => {
    expect(() => parse(text)).toThrow('failed to parse logic tree')
  },
)

test('counts the column of an invalid tree from the connective (rest 5)', () => {
  expect(() => parse('or=()')).toThrow('"failed to parse logic tree (())" (line 1, column 4)')
})

test('limits the depth of trees (rest 7)', () => {
  expect(() => parse(`or=${'(or'.repeat(30)}(a.eq.1)${')'.repeat(30)}`)).toThrow('too complex')
})

test.each([
  ['order=a', [{ field: 'a' }]],
  [
    'order=a.desc.nullslast,b->c.asc',
    [
      { field: 'a', direction: 'desc', nulls: 'last' },
      { field: 'b', direction: 'asc' },
    ],
  ],
  ['order=e(a).desc', [{ embed: 'e', field: 'a', direction: 'desc' }]],
  ['order=a.nullsfirst', [{ field: 'a', nulls: 'first' }]],
])('parses the order %s (rest 8)', (text, expected) => {
  const [{ value } = { value: [] }] = parse(text).orders
  expect(value.map(({ embed, field, direction, nulls }) => ({ embed, field: field.name, direction, nulls }))).toEqual(
    expected.map((term) => ({ embed: undefined, direction: undefined, nulls: undefined, ...term })),
  )
})

test.each(['order=a.up', 'order=a,', 'order=(a)', 'order=e(a', 'order=a.asc.desc'])(
  'rejects the order %s (rest 8)',
  (text) => {
    expect(() => parse(text)).toThrow('failed to parse order')
  },
)

test('uses the first order and the last limit and offset of a path (rest 5)', () => {
  const query = parse('order=a&order=b&limit=1&limit=2&offset=-3&e.limit=5&limit=x')
  expect(query.orders[0]?.value[0]?.field.name).toBe('a')
  expect(query.ranges).toEqual([
    { path: [], value: { limit: 2, offset: 0 } },
    { path: ['e'], value: { limit: 5 } },
  ])
})

test('finds the parameters of thousands of paths by an index (rest 20)', () => {
  const many = (suffix: string) => Array.from({ length: 5000 }, (_, i) => `e${i}.${suffix}`).join('&')
  const before = process.threadCpuUsage()
  expect(parse(many('limit=1')).ranges).toHaveLength(5000)
  expect(parse(many('order=a')).orders).toHaveLength(5000)
  expect(process.threadCpuUsage(before).user).toBeLessThan(500_000)
})

test('parses columns and on_conflict as lists of names (rest 10)', () => {
  expect(parse('columns=a,"b c",a&on_conflict=x,y')).toMatchObject({ columns: ['a', 'b c'], onConflict: ['x', 'y'] })
  expect(() => parse('columns=a,')).toThrow('failed to parse columns parameter')
})

test('treats other parameters as arguments of a function called by GET (rest 12)', () => {
  const query = parse('a=1&b=eq.2&q=in.stock&a=3&empty=', true)
  expect(query.callArguments).toEqual([
    ['a', '1'],
    ['q', 'in.stock'],
    ['a', '3'],
    ['empty', ''],
  ])
  expect(query.conditions).toHaveLength(1)
})

test('ignores parameters without a value, and the apikey parameter (rest 5)', () => {
  expect(splitQueryString('flag&a=1&apikey=secret&b=')).toEqual([
    ['a', '1'],
    ['b', ''],
  ])
})
