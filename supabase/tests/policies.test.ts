import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpot, type SpotFixture } from './fixtures.ts'
import { createPeople, type People } from './people.ts'
import type { Viewer } from './visibility-rule.ts'

type Outcomes = Record<'visitor' | 'stranger' | 'author' | 'moderator', number | string>

const DENIED = '42501'

let people: People
let spot: SpotFixture
let hidden: SpotFixture

beforeAll(async () => {
  people = await createPeople()
  spot = await createSpot(people, 'public', 'published')
  hidden = await createSpot(people, 'private', 'published')
  const { owner, ids } = people
  await owner`insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, lng, lat)
    values (1, 'turin', 'Turin', 'IT', 'Italy', 'Europe/Rome', 'PPLA', 7.68, 45.07)`
  await owner`insert into public.follows (follower_id, city_id) values (${ids.author}, 1)`
  await owner`insert into public.reports (reporter_id, spot_id, reason) values (${ids.author}, ${spot.id}, 'wrong')`
  await owner`delete from public.notifications`
  await owner`insert into public.notifications (user_id, kind, spot_id) values (${ids.author}, 'approved', ${spot.id})`
  await owner`insert into public.page_views (route, path, views) values ('/', '/', 1)`
})
afterAll(() => people[Symbol.asyncDispose]())

/**
 * Maps each statement to the number of rows it affects for each viewer, or to the SQLSTATE of its error. Placeholders
 * such as `:spot` are filled in.
 */
const MATRIX: [string, Outcomes][] = [
  ['select from public.users', { visitor: DENIED, stranger: 1, author: 1, moderator: 1 }],
  ["update public.users set bio = 'x'", { visitor: DENIED, stranger: 1, author: 1, moderator: 1 }],
  [
    'update public.users set is_moderator = true',
    { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED },
  ],
  [
    "insert into public.users (id, email) values (':author', 'x')",
    { visitor: DENIED, stranger: DENIED, author: '23505', moderator: DENIED },
  ],
  ['delete from public.users', { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED }],
  ['select from public.profiles', { visitor: 4, stranger: 4, author: 4, moderator: 4 }],
  ["update public.profiles set bio = 'x'", { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED }],
  ['select from public.categories', { visitor: 24, stranger: 24, author: 24, moderator: 24 }],
  ["update public.categories set name = 'x'", { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED }],
  ['select from public.cities', { visitor: 1, stranger: 1, author: 1, moderator: 1 }],
  ['delete from public.cities', { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED }],
  ["update public.instance_settings set moderation = 'off'", { visitor: DENIED, stranger: 0, author: 0, moderator: 0 }],
  ['select from public.instance_settings', { visitor: 1, stranger: 1, author: 1, moderator: 1 }],
  ['select id from public.invitations', { visitor: DENIED, stranger: 0, author: 0, moderator: 0 }],
  [
    'select token_hash from public.invitations',
    { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED },
  ],
  ['select from public.links', { visitor: 0, stranger: 0, author: 2, moderator: 0 }],
  ['select from public.photos', { visitor: 1, stranger: 1, author: 2, moderator: 1 }],
  ["update public.photos set alt_text = 'x'", { visitor: DENIED, stranger: 0, author: 2, moderator: 0 }],
  ['delete from public.photos', { visitor: DENIED, stranger: 0, author: 2, moderator: 0 }],
  [
    "insert into public.photos (spot_id, storage_path, width, height) values (':spot', ':me/a.jpg', 1, 1)",
    { visitor: DENIED, stranger: 1, author: 1, moderator: 1 },
  ],
  [
    "insert into public.photos (spot_id, storage_path, width, height) values (':hidden', ':me/a.jpg', 1, 1)",
    { visitor: DENIED, stranger: DENIED, author: 1, moderator: DENIED },
  ],
  [
    "insert into public.photos (storage_path, width, height) values (':newcomer/a.jpg', 1, 1)",
    { visitor: DENIED, stranger: '23514', author: '23514', moderator: '23514' },
  ],
  ["update public.reviews set body = 'x'", { visitor: DENIED, stranger: 0, author: 2, moderator: 0 }],
  ['delete from public.reviews', { visitor: DENIED, stranger: 0, author: 2, moderator: 0 }],
  [
    "insert into public.reviews (spot_id, rating) values (':spot', 4)",
    { visitor: DENIED, stranger: 1, author: '23505', moderator: 1 },
  ],
  [
    "insert into public.reviews (spot_id, rating) values (':hidden', 1)",
    { visitor: DENIED, stranger: DENIED, author: '23505', moderator: DENIED },
  ],
  [
    "insert into public.reviews (spot_id, rating, author_id) values (':spot', 1, ':newcomer')",
    { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED },
  ],
  [
    "insert into public.comments (spot_id, body) values (':spot', 'Hello')",
    { visitor: DENIED, stranger: 1, author: 1, moderator: 1 },
  ],
  [
    "insert into public.comments (spot_id, body) values (':hidden', 'Hello')",
    { visitor: DENIED, stranger: DENIED, author: 1, moderator: DENIED },
  ],
  ["update public.comments set body = 'x'", { visitor: DENIED, stranger: 0, author: 2, moderator: 0 }],
  ['delete from public.comments', { visitor: DENIED, stranger: 0, author: 2, moderator: 0 }],
  ['select from public.lists', { visitor: 2, stranger: 4, author: 4, moderator: 4 }],
  ["insert into public.lists (title) values ('Mine')", { visitor: DENIED, stranger: 1, author: 1, moderator: 1 }],
  ["update public.lists set title = 'x'", { visitor: DENIED, stranger: 2, author: 4, moderator: 2 }],
  ['delete from public.lists', { visitor: DENIED, stranger: 0, author: 2, moderator: 0 }],
  ['select from public.list_items', { visitor: 1, stranger: 1, author: 2, moderator: 1 }],
  [
    "insert into public.list_items (list_id, spot_id) select id, ':spot' from public.lists where kind = 'want'",
    { visitor: DENIED, stranger: 1, author: 1, moderator: 1 },
  ],
  [
    "insert into public.list_items (list_id, spot_id) values (':list', ':spot')",
    { visitor: DENIED, stranger: DENIED, author: '23505', moderator: DENIED },
  ],
  [
    "insert into public.list_items (list_id, spot_id) select id, ':hidden' from public.lists where kind = 'want'",
    { visitor: DENIED, stranger: DENIED, author: 1, moderator: DENIED },
  ],
  ['delete from public.list_items', { visitor: DENIED, stranger: 0, author: 2, moderator: 0 }],
  ["insert into public.posts (title) values ('Story')", { visitor: DENIED, stranger: 1, author: 1, moderator: 1 }],
  ["update public.posts set body = 'x'", { visitor: DENIED, stranger: 0, author: 2, moderator: 2 }],
  ['delete from public.posts', { visitor: DENIED, stranger: 0, author: 2, moderator: 0 }],
  ['delete from public.post_spots', { visitor: DENIED, stranger: 0, author: 2, moderator: 0 }],
  [
    "insert into public.post_spots (post_id, spot_id) select id, ':spot' from public.posts order by created_at limit 1",
    { visitor: DENIED, stranger: DENIED, author: '23505', moderator: DENIED },
  ],
  [
    "insert into public.revisions (spot_id, visibility, changes) values (':spot', 'public', '{\"a\":1}')",
    { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED },
  ],
  ['select from public.reports', { visitor: DENIED, stranger: 0, author: 1, moderator: 1 }],
  [
    "insert into public.reports (spot_id, reason) values (':spot', 'spam')",
    // The author has already reported this spot.
    { visitor: DENIED, stranger: 1, author: 'PT409', moderator: 1 },
  ],
  [
    "update public.reports set status = 'dismissed'",
    { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED },
  ],
  ['select from public.notifications', { visitor: DENIED, stranger: 0, author: 1, moderator: 0 }],
  ['update public.notifications set read_at = now()', { visitor: DENIED, stranger: 0, author: 1, moderator: 0 }],
  [
    "insert into public.notifications (user_id, kind) values (':author', 'follow')",
    { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED },
  ],
  ['select from public.follows', { visitor: 0, stranger: 0, author: 1, moderator: 0 }],
  [
    "insert into public.follows (follower_id, city_id) values (':author', 1)",
    { visitor: DENIED, stranger: DENIED, author: '23505', moderator: DENIED },
  ],
  ['delete from public.follows', { visitor: DENIED, stranger: 0, author: 1, moderator: 0 }],
  ['select from public.page_views', { visitor: DENIED, stranger: 0, author: 0, moderator: 1 }],
  [
    "select public.record_page_view('/', '/', 1)",
    { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED },
  ],
  ["select public.load_city_batch('[]')", { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED }],
  [
    "select public.finish_city_load('x', '{}')",
    { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED },
  ],
  [
    "select private.notify(':author', 'follow', null, null)",
    { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED },
  ],
  ['select public.account_page()', { visitor: DENIED, stranger: 1, author: 1, moderator: 1 }],
  [
    "insert into storage.objects (bucket_id, name) values ('avatars', ':me/new.jpg')",
    { visitor: DENIED, stranger: 1, author: 1, moderator: 1 },
  ],
  [
    "insert into storage.objects (bucket_id, name) values ('photos', ':me/new.jpg')",
    { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED },
  ],
  [
    "insert into storage.objects (bucket_id, name) values ('avatars', ':newcomer/new.jpg')",
    { visitor: DENIED, stranger: DENIED, author: DENIED, moderator: DENIED },
  ],
]

async function reach(viewer: Viewer, statement: string): Promise<number | string> {
  const me = viewer === 'stranger' || viewer === 'author' || viewer === 'moderator' ? people.ids[viewer] : ''
  const text = statement
    .replaceAll(':spot', spot.id)
    .replaceAll(':hidden', hidden.id)
    .replaceAll(':list', spot.listId)
    .replaceAll(':author', people.ids.author)
    .replaceAll(':newcomer', people.ids.newcomer)
    .replaceAll(':me', me)
  return people
    .as(viewer, (sql) => sql.execute(text))
    .then(
      (count) => count,
      (error) => error.code,
    )
}

for (const [statement, outcomes] of MATRIX) {
  test(`affects only permitted rows: ${statement}`, async () => {
    const found: Outcomes = { visitor: 0, stranger: 0, author: 0, moderator: 0 }
    for (const viewer of ['visitor', 'stranger', 'author', 'moderator'] as const)
      found[viewer] = await reach(viewer, statement)
    expect(found).toEqual(outcomes)
  })
}
