import * as v from 'valibot'
import { expect, test } from 'vitest'
import { EMPTY_SPOT_FIELDS, findSpotFieldErrors, SpotForm, toSpotChanges } from './spot-form-schema.ts'

const GOOD = { ...EMPTY_SPOT_FIELDS, position: '45°03′32″N 7°42′19″E', title: ' Villa ', category: 'garden' }

test('converts a valid form into the arguments of the database function', () => {
  const input = v.parse(SpotForm, { ...GOOD, tags: 'View, #Vines,view', website: 'example.org', address: ' ' })
  const { lng, lat, ...rest } = toSpotChanges(input)
  expect(lat).toBeCloseTo(45.0589, 4)
  expect(lng).toBeCloseTo(7.7053, 4)
  expect(rest).toEqual({
    title: 'Villa',
    category: 'garden',
    tags: ['view', 'vines'],
    description: '',
    address: null,
    website: 'https://example.org',
    access: 'unknown',
    visibility: 'public',
    precision: 'exact',
  })
})

test('reports the missing fields of an empty form', () => {
  expect(Object.keys(findSpotFieldErrors(EMPTY_SPOT_FIELDS))).toEqual(['position', 'title', 'category'])
  expect(findSpotFieldErrors(GOOD)).toEqual({})
})

test('words every error as a sentence', () => {
  const errors = findSpotFieldErrors({
    position: 'Turin',
    title: 'x'.repeat(201),
    category: 'nonsense',
    tags: Array.from({ length: 13 }, (_, index) => `t${index}`).join(','),
    description: 'x'.repeat(10_001),
    address: 'x'.repeat(301),
    website: 'javascript:alert(1)',
    access: 'nonsense',
    visibility: 'nonsense',
    precision: 'nonsense',
  })
  expect(Object.keys(errors)).toHaveLength(9)
  for (const sentence of Object.values(errors)) expect(sentence).toMatch(/^[A-Z“].*\.$/)
})

test('accepts only http and https addresses as a website', () => {
  for (const website of ['javascript:alert(1)', 'data:text/html,x', 'https://', 'ftp://example.org', 'https:// x'])
    expect(findSpotFieldErrors({ ...GOOD, website }), website).toHaveProperty('website')
  for (const website of ['https://example.org/a?b#c', 'example.org', 'HTTP://EXAMPLE.ORG'])
    expect(findSpotFieldErrors({ ...GOOD, website }), website).toEqual({})
})
