import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { categories, categoryIds, groupIds, isCategoryId, isLandscape, listCategoriesOf } from './categories.ts'
import { categoryGlyphs } from './category-glyphs.ts'

const migration = readFileSync(
  new URL('../../../../supabase/migrations/20261122000500_create_categories.sql', import.meta.url),
  'utf8',
)

test('lists the same categories as the database, in the same order', () => {
  const rows = [...migration.matchAll(/\('([a-z]+)', '([^']+)', '([a-z]+)', '[a-z0-9-]+', \d+\)/g)]
  expect(rows.map(([, id, name, group]) => ({ id, name, group }))).toEqual(
    categoryIds.map((id) => ({ id, ...categories[id], group: categories[id].group })),
  )
})

test('assigns every category to a group', () => {
  expect(groupIds.flatMap(listCategoriesOf)).toEqual(categoryIds)
  expect(groupIds.map((group) => listCategoriesOf(group).length)).toEqual([3, 4, 2, 4, 4, 4, 3])
})

test('does not take inherited object properties for categories', () => {
  expect(['summit', 'toString', '__proto__', ''].map(isCategoryId)).toEqual([true, false, false, false])
})

test('sets landscape in italics', () => {
  expect(categoryIds.filter(isLandscape)).toEqual([
    ...listCategoriesOf('relief'),
    ...listCategoriesOf('water'),
    ...listCategoriesOf('green'),
    'walk',
  ])
})

test('draws every category differently', () => {
  expect(new Set(Object.values(categoryGlyphs)).size).toBe(categoryIds.length)
})
