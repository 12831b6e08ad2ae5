import { expect, test } from 'vitest'
import { findSharedCondition, type Policy } from './shared-condition.ts'

const COLUMNS = new Set(['owner', 'status', 'hidden', 'count', 'at', 'Odd name', 'lower', 'CURRENT_USER'])
const UID = '( SELECT auth.uid() AS uid)'
const find = (...policies: Policy[]) => findSharedCondition(policies, COLUMNS)

test.each([
  ['true', '((true))'],
  ['(owner IS NULL)', '((owner IS NULL))'],
  [`((owner IS NULL) OR (owner = ${UID}))`, '((((owner IS NULL))))'],
  [`((status = 'a''(b'::public.status) AND ((count > 3) OR (owner = ${UID})))`, undefined],
  ["(status = ANY (ARRAY['a'::public.status, 'b'::public.status]))", undefined],
  [`((NOT hidden) OR (${UID} IS NOT NULL))`, undefined],
  ["(at > '2026-01-01 00:00:00+00'::timestamp with time zone)", undefined],
  ['("Odd name" IS DISTINCT FROM 5)', undefined],
])('finds a shared condition in %s', (condition, expected) => {
  const found = find([true, condition])
  expect(found).toBeDefined()
  if (expected) expect(found?.replaceAll(/[()]/g, '')).toBe(expected.replaceAll(/[()]/g, ''))
  expect(found).not.toContain('auth')
})

test.each([
  `(owner = ${UID})`,
  `((owner IS NULL) AND (owner = ${UID}))`,
  `(NOT ((owner IS NULL) OR (owner = ${UID})))`,
  'private.may_read(owner)',
  "(lower(owner) = 'a'::text)",
  "((owner)::text = 'a'::text)",
  '(owner OPERATOR(public.=) status)',
  '(unknown IS NULL)',
  "(CURRENT_USER = 'anon'::name)",
  'CASE WHEN (owner IS NULL) THEN true ELSE false END',
  "(owner = CURRENT_SETTING('a'::text))",
  '(EXISTS ( SELECT 1 FROM t WHERE ((owner IS NULL) OR (count = 1))))',
  '',
])('finds none in %s', (condition) => {
  expect(find([true, condition])).toBeUndefined()
})

test('shows a row that one permissive policy and all restrictive policies allow', () => {
  expect(find([true, `(owner = ${UID})`], [true, '(NOT hidden)'])).toBe('(((NOT hidden)))'.slice(1, -1))
  expect(find([true, '(count = 1)'], [false, '(NOT hidden)'])).toBe('((count = 1)) and (NOT hidden)')
  expect(find([true, 'true'], [false, `(owner = ${UID})`])).toBeUndefined()
  expect(find([false, 'true'])).toBeUndefined()
  expect(find()).toBeUndefined()
})
