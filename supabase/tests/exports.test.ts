import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unzip } from '../../web/app/features/imports/reading/archive/unpack.ts'
import type { ExportFormat } from '../../web/app/features/spots/exports/export-formats.ts'
import type { Supabase } from '../../web/app/lib/supabase.ts'
import {
  findCitySet,
  findExploreSet,
  findOwnSet,
  findStorySet,
  type SpotSet,
} from '../../web/server/resources/exports/find-set.ts'
import { respondWithSet } from '../../web/server/resources/exports/set-response.ts'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

let app: TestApp
let author: Awaited<ReturnType<typeof signUp>>
let stranger: Awaited<ReturnType<typeof signUp>>
let listId: string
const secret = 'a-secret-of-more-than-twenty-letters'

beforeAll(async () => {
  app = await createTestApp()
  author = await signUp(app, 'author@example.org')
  stranger = await signUp(app, 'stranger@example.org')
  await app.owner`insert into public.users (id, username) values (${author.id}, 'mara')
    on conflict (id) do update set username = 'mara'`
  await app.owner`insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, lng, lat, population)
    values (1, 'turin', 'Turin', 'IT', 'Italy', 'Europe/Rome', 'PPLA', 7.68, 45.07, 900000) on conflict do nothing`
  for (const [id, title, visibility, status, lng] of [
    ['publicmill22', 'Öffentliche Mühle', 'public', 'published', 7.7],
    ['membersmill2', 'Members mill', 'members', 'published', 7.71],
    ['linkedmill22', 'Linked mill', 'link', 'published', 7.72],
    ['privatemill2', 'Private mill', 'private', 'published', 7.73],
    ['draftmill222', 'Draft mill', 'public', 'draft', 7.74],
  ] as const) {
    await app.owner`insert into public.spots (id, title, category, tags, lng, lat, precision, address, visibility, status, author_id)
      values (${id}, ${title}, 'ruin', '{mill}', ${lng}, 45.05, 'area', 'Mill lane 7', ${visibility}, ${status}, ${author.id})`
    await app.owner`insert into public.spot_exact_points (spot_id, lng, lat, address)
      values (${id}, ${lng + 0.00123}, 45.05456, 'Mill lane 7')`
  }
  await app.owner`insert into public.spots (id, title, category, lng, lat, visibility, status)
    values ('fijitower222', 'Fiji tower', 'castle', 179.9, -17, 'public', 'published')`
  const [list] = await app.owner<{ id: string }[]>`
    insert into public.lists (title, visibility, author_id) values ('Mills', 'link', ${author.id}) returning id`
  listId = list?.id ?? ''
  await app.owner`update public.links set secret = ${secret} where list_id = ${listId}`
  await app.owner`insert into public.list_items (list_id, spot_id, note, position)
    select ${listId}, id, 'Bring a torch', row_number() over (order by title desc) from public.spots`
  await app.owner`insert into public.posts (id, slug, title, body, status, visibility, author_id)
    values ('millstory222', 'mills', 'Mills', 'x', 'published', 'public', ${author.id})`
  await app.owner`insert into public.post_spots (post_id, spot_id) values ('millstory222', 'publicmill22'), ('millstory222', 'privatemill2')`
})
afterAll(() => app[Symbol.asyncDispose]())

/** Requests a file as the given viewer, or as a visitor. */
function download(path: string, client: Supabase = app.member()): Promise<Response> {
  const { pathname, searchParams } = new URL(path, 'http://site.test')
  const [, screen = '', slug = '', format] = /^\/(\w+)\/?([^/]*)\.(\w+)$/.exec(pathname) ?? []
  const finders: Record<string, () => Promise<SpotSet | null>> = {
    city: () => findCitySet(client, slug, searchParams),
    post: () => findStorySet(client, slug),
    explore: () => findExploreSet(client, searchParams),
    account: async () => findOwnSet(client, (await client.auth.getSession()).data.session?.user.id ?? ''),
  }
  return respondWithSet(finders[screen] ?? (async () => null), {
    format: format as ExportFormat,
    site: { siteName: 'Hereabouts', siteUrl: 'http://site.test' },
    supabase: client,
  })
}

async function listTitles(response: Response): Promise<string[]> {
  const { features } = (await response.json()) as { features: { properties: { title: string } }[] }
  return features.map(({ properties }) => properties.title).toSorted()
}

test('exports the spots of a city, a member, a search and the map that the viewer sees, never drafts or link-only spots', async () => {
  const paths = [
    '/city/turin.geojson',
    '/explore.geojson?by=MARA',
    '/explore.geojson?q=mill&tag=mill&kind=ruin',
    '/explore.geojson?view=7,45,8,46',
  ]
  for (const path of paths) {
    expect(await listTitles(await download(path)), path).toEqual(['Öffentliche Mühle'])
    for (const { client } of [stranger, author]) {
      const titles = await listTitles(await download(path, client))
      expect(titles, path).toEqual(['Members mill', 'Öffentliche Mühle'])
    }
  }
})

test('exports only the spots on both sides of a view across the antimeridian', async () => {
  expect(await listTitles(await download('/explore.geojson?view=170,-20,190,0'))).toEqual(['Fiji tower'])
  expect(await listTitles(await download('/explore.geojson?view=181,-20,190,0'))).toEqual([])
})

test('requires the link of a list, and exports its order and notes', async () => {
  const path = `/explore.csv?list=${listId}`
  expect((await download(path)).status).toBe(404)
  const withLink = app.member((input, init) => {
    const request = new Request(input, init)
    request.headers.set('x-link-secret', secret)
    return app.fetch(request)
  })
  const text = await (await download(path, withLink)).text()
  const lines = text.trim().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[0])).toEqual(['Öffentliche Mühle', 'Fiji tower'])
  expect(text).toContain('Bring a torch')
  const own = await (await download(path, author.client)).text()
  expect(own.trim().split('\r\n')).toHaveLength(7)
})

test('exports the spots of a story that the viewer may see', async () => {
  expect(await listTitles(await download('/post/mills.geojson'))).toEqual(['Öffentliche Mühle'])
  expect(await listTitles(await download('/post/mills.geojson', author.client))).toHaveLength(2)
  expect((await download('/post/nothing.gpx')).status).toBe(404)
})

test('exports hidden spots, exact positions and addresses of areas only to their author', async () => {
  const own = await (await download('/account.geojson', author.client)).text()
  expect(JSON.parse(own).features).toHaveLength(5)
  expect(own).toContain('45.05456')
  expect(own).toContain('Mill lane 7')
  expect(JSON.parse(await (await download('/account.geojson', stranger.client)).text()).features).toEqual([])
  const others = await Promise.all(
    [author, stranger].flatMap(({ client }) =>
      ['/city/turin.gpx', '/explore.geojson', '/explore.csv'].map(async (path) =>
        (await download(path, client)).text(),
      ),
    ),
  )
  for (const text of others) expect(text).not.toMatch(/45\.05456|Mill lane/)
})

test.each(['view=x', 'view=1,2,3', 'view=0,90,10,80', 'view=1e9,0,2,3', 'view=%00,0,2,3'])(
  'rejects %s with a message',
  async (query) => {
    const response = await download(`/explore.gpx?${query}`)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('west,south,east,north')
  },
)

test.each(['list=%22;--', 'list=a,b', 'by=%25', 'by=a_b', "q='", 'q=(&tag={},"', `tag=${'x'.repeat(199)}`])(
  'returns no server error for %s',
  async (query) => {
    const response = await download(`/explore.csv?${query}`)
    expect(response.status).toBeLessThan(500)
    await response.text()
  },
)

test('exports photos in a KMZ as JPEG', async () => {
  const webp = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#286' } })
    .webp()
    .toBuffer()
  const folder = `${author.id}/3b1b5f3e-7d57-4f68-9d8c-0d7f5d0f8a11`
  await app.server().storage.from('photos').upload(`${folder}/60.webp`, webp, { contentType: 'image/webp' })
  await app.owner`insert into public.photos (id, spot_id, author_id, storage_path, width, height)
    values ('3b1b5f3e-7d57-4f68-9d8c-0d7f5d0f8a11', 'publicmill22', ${author.id}, ${folder}, 60, 40)`
  const response = await download('/city/turin.kmz')
  expect(response.headers.get('content-type')).toBe('application/vnd.google-earth.kmz')
  const bytes = Buffer.from(await response.arrayBuffer())
  const [kml] = unzip(bytes).files
  expect(new TextDecoder().decode(kml?.bytes)).toContain('photos/3b1b5f3e-7d57-4f68-9d8c-0d7f5d0f8a11.jpg')
  // Photos are stored without compression.
  const jpeg = bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xd8, 0xff])))
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 60 })
})

test('streams a set of several pages, each spot once', async () => {
  await app.owner`insert into public.spots (title, category, lng, lat, visibility, status)
    select 'Tree ' || n, 'garden', 20 + n * 0.0001, 50, 'public', 'published' from generate_series(1, 2500) as n`
  const text = await (await download('/explore.gpx?kind=garden')).text()
  expect(new Set(text.match(/<name>Tree \d+/g)).size).toBe(2500)
  expect(text.match(/<wpt /g)).toHaveLength(2500)
  const found = await (await download('/explore.csv?q=tree')).text()
  expect(found.trim().split('\r\n')).toHaveLength(2501)
})
