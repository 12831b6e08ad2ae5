import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { categories, categoryIds, groupIds, isCategoryId, isLandscape, listCategoriesOf } from './categories.ts'
import { categoryMarkSvg } from './category-mark-svg.ts'
import { markInks } from './group-inks.ts'

const migration = readFileSync(
  new URL('../../../../supabase/migrations/20261120100200_create_categories.sql', import.meta.url),
  'utf8',
)
const tokens = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8')

test('lists the same kinds as the database, in the same order', () => {
  const rows = [...migration.matchAll(/\('([a-z]+)', '([^']+)', '([a-z]+)', '[a-z0-9-]+', \d+\)/g)]
  expect(rows.map(([, id, name, group]) => ({ id, name, group }))).toEqual(
    categoryIds.map((id) => ({ id, ...categories[id], group: categories[id].group })),
  )
})

test('splits the kinds among all groups', () => {
  expect(groupIds.flatMap(listCategoriesOf)).toEqual(categoryIds)
  expect(groupIds.map((group) => listCategoriesOf(group).length)).toEqual([3, 4, 2, 4, 4, 4, 3])
})

test('takes no word from an object’s own machinery for a kind', () => {
  expect(['summit', 'toString', '__proto__', ''].map(isCategoryId)).toEqual([true, false, false, false])
})

test('letters landscape in italics', () => {
  expect(categoryIds.filter(isLandscape)).toEqual([
    ...listCategoriesOf('relief'),
    ...listCategoriesOf('water'),
    ...listCategoriesOf('green'),
    'walk',
  ])
})

test('draws map images in the inks of the style sheet', () => {
  const [day = '', night = ''] = tokens.split('@media (prefers-color-scheme: dark)')
  for (const [theme, css] of [
    ['day', day],
    ['night', night],
  ] as const) {
    const { icon, halo, ...inks } = markInks[theme]
    for (const [group, ink] of Object.entries(inks)) expect(css).toContain(`--g-${group}: ${ink};`)
    expect(css).toContain(`--mark-icon: ${icon};`)
    expect(css).toContain(`--sheet: ${halo};`)
  }
})

test('draws every kind differently', () => {
  const marks = categoryIds.map((id) => categoryMarkSvg(id, 'day'))
  expect(new Set(marks).size).toBe(24)
  expect(marks.every((mark) => mark.startsWith('<svg xmlns=') && !mark.includes('NaN'))).toBe(true)
})
