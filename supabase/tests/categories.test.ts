import { expect, test } from 'vitest'
import { categories, categoryIds } from '../../web/app/features/categories/categories.ts'
import { createPeople } from './people.ts'

test('lists the same categories as the app, in the same order', async () => {
  await using people = await createPeople()
  const rows = await people.owner`select id, name, group_id from public.categories order by position`
  expect(rows).toEqual(categoryIds.map((id) => ({ id, name: categories[id].name, group_id: categories[id].group })))
})
