import { expect, test } from 'vitest'
import { createPeople } from './people.ts'

test('lists the members with equally many spots in a city in the same order under any query plan', async () => {
  await using people = await createPeople()
  const { owner } = people
  await owner`insert into public.cities (id, slug, name, country_code, country_name, population, time_zone, feature_code, lng, lat)
    values (1, 'marseille', 'Marseille', 'FR', 'France', 870731, 'UTC', 'PPL', 5.38, 43.3)`
  await owner`insert into auth.users (id, email) select gen_random_uuid(), 'member' || n || '@example.org' from generate_series(1, 12) as n`
  await owner`insert into public.users (id, username) select id, split_part(email, '@', 1) from auth.users where email like 'member%'`
  await owner`insert into public.spots (title, category, lng, lat, status, author_id)
    select 'A spot', 'castle', 5.37, 43.29, 'published', id from public.users where username like 'member%'`
  const list = (setting: string) =>
    people.as('author', async (sql) => {
      await sql.unsafe(`discard plans; set local ${setting} = off`)
      const [row] = await sql<{ page: { contributors: { username: string }[] } }[]>`
        select public.city_page('marseille') as page`
      return row?.page.contributors.map(({ username }) => username)
    })
  const contributors = await list('enable_hashagg')
  expect(contributors).toHaveLength(12)
  expect(await list('enable_sort')).toEqual(contributors)
})
