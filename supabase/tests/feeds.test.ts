import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Supabase } from '../../web/app/lib/supabase.ts'
import { listPartStarts, readPart, sitemapKinds } from '../../web/server/resources/discovery/sitemap-pages.ts'
import { findCityFeed, findSpotFeed, findStoryFeed } from '../../web/server/resources/feeds/find-feed.ts'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

const SITE = 'http://site.test'
const STATES = [
  ['public', 'published'],
  ['members', 'published'],
  ['link', 'published'],
  ['private', 'published'],
  ['public', 'draft'],
  ['public', 'pending'],
] as const

let app: TestApp
let visitor: Supabase
let lists: Record<string, string>

beforeAll(async () => {
  app = await createTestApp()
  visitor = app.member()
  const { id: author } = await signUp(app, 'author@example.org')
  await app.owner`insert into public.users (id, username) values (${author}, 'mara') on conflict (id) do update set username = 'mara'`
  await app.owner`insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, lng, lat, population)
    values (1, 'turin', 'Turin', 'IT', 'Italy', 'Europe/Rome', 'PPLA', 7.68, 45.07, 900000) on conflict do nothing`
  lists = {}
  for (const visibility of ['public', 'members', 'link', 'private'] as const) {
    const [list] = await app.owner<{ id: string }[]>`
      insert into public.lists (title, visibility, author_id) values (${`${visibility} list`}, ${visibility}, ${author}) returning id`
    lists[visibility] = list?.id ?? ''
  }
  for (const [index, [visibility, status]] of STATES.entries()) {
    const id = `feedmill222${'abcdef'[index]}`
    await app.owner`insert into public.spots (id, title, category, tags, lng, lat, visibility, status, author_id)
      values (${id}, ${`Mill ${visibility} ${status}`}, 'ruin', '{old}', 7.7, 45.05, ${visibility}, ${status}, ${author})`
    await app.owner`insert into public.list_items (list_id, spot_id) select id, ${id} from public.lists where kind = 'own'`
    await app.owner`insert into public.posts (slug, title, summary, body, visibility, status, author_id, tags)
      values (${`story-${index}`}, ${`Story ${visibility} ${status}`}, 's', 'b', ${visibility}, ${status}, ${author}, '{old}')`
  }
})
afterAll(() => app[Symbol.asyncDispose]())

const find = (query: string) => findSpotFeed(visitor, new URLSearchParams(query), SITE)
const listTitles = (feed: Awaited<ReturnType<typeof find>>) => feed?.entries.map(({ title }) => title)

test.each(['', 'tag=old', 'kind=ruin', 'by=mara', 'q=mill', 'q=mill&tag=old&by=Mara'])(
  'lists only public spots in the feed of spots with %j',
  async (query) => {
    expect(listTitles(await find(query))).toEqual(['Mill public published'])
  },
)

test('lists only public spots in the feeds of a city and of a public list', async () => {
  expect(listTitles(await findCityFeed(visitor, 'turin', SITE))).toEqual(['Mill public published'])
  expect(listTitles(await find(`list=${lists.public}`))).toEqual(['Mill public published'])
  expect(await findCityFeed(visitor, 'nowhere', SITE)).toBeNull()
})

test('serves no feed of non-public lists and hidden profiles', async () => {
  for (const visibility of ['members', 'link', 'private']) expect(await find(`list=${lists[visibility]}`)).toBeNull()
  expect(await find('by=nobody')).toBeNull()
  await app.owner`update public.users set profile_visibility = 'members' where username = 'mara'`
  expect(await find('by=mara')).toBeNull()
  await app.owner`update public.users set profile_visibility = 'everyone' where username = 'mara'`
})

test('lists only public stories in their feed, without their texts', async () => {
  for (const query of ['', 'tag=old']) {
    const feed = await findStoryFeed(visitor, new URLSearchParams(query), SITE)
    expect(listTitles(feed)).toEqual(['Story public published'])
    expect(feed.entries[0]?.html).toBe('<p>s</p>')
  }
})

async function listPaths(): Promise<string[]> {
  const paths: string[] = []
  for (const kind of sitemapKinds) {
    for (const { after } of await listPartStarts(visitor, kind)) {
      for await (const pages of readPart(visitor, kind, after)) paths.push(...pages.map(({ path }) => path))
    }
  }
  return paths
}

test('lists every public page once in the sitemap, and no deleted ones', async () => {
  const fixed = ['/', '/about', '/explore']
  const mine = [`/explore?list=${lists.public}`, '/explore?by=mara']
  expect(await listPaths()).toEqual([...fixed, '/spot/feedmill222a', ...mine])
  await app.owner`delete from public.spots where id = 'feedmill222a'`
  expect(await listPaths()).toEqual([...fixed, ...mine])
  expect(listTitles(await find(''))).toEqual([])
})
