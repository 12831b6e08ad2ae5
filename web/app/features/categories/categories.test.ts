import { expect, test } from 'vitest'
import { categoryIds, groupIds, isCategoryId, isLandscape, listCategoriesOf } from './categories.ts'
import { categoryGlyphs } from './category-glyphs.ts'

test('assigns every category to a group', () => {
  expect(groupIds.flatMap(listCategoriesOf)).toEqual(categoryIds)
  expect(groupIds.map((group) => listCategoriesOf(group).length)).toEqual([3, 4, 2, 4, 4, 4, 3])
})

test('rejects the names of inherited object properties', () => {
  expect(['summit', 'toString', '__proto__', ''].map(isCategoryId)).toEqual([true, false, false, false])
})

test('sets the titles of landscape categories in italics', () => {
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
