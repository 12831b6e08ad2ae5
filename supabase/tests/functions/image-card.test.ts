import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_KEYS } from '../../../backend/src/storage/test/test-storage.ts'
import { signUp } from '../test-app.ts'
import { readPng } from './read-png.ts'
import { createTestFunctionApp, type TestFunctionApp } from './test-function-app.ts'

const SPOT = { title: 'Mill', category: 'castle', lng: 8, lat: 47, status: 'published' } as const
/** A picture in one colour. The site's pictures have other sizes. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path fill="rgb(0 255 0 / 1)" d="M-99 -99h999v999H-99z"/></svg>`

let running: TestFunctionApp
let site: { url: string; paths: string[]; status: number; close(): void }

beforeAll(async () => {
  site = await startSite()
  running = await createTestFunctionApp({ SITE_URL: site.url })
})

afterAll(async () => {
  site.close()
  await running[Symbol.asyncDispose]()
})

async function startSite() {
  const site = { url: '', paths: [] as string[], status: 200, close: () => {} }
  const http = createServer((request, response) => {
    site.paths.push(request.url ?? '')
    response.writeHead(site.status, { 'content-type': 'image/svg+xml' }).end(PICTURE)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  site.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  site.close = () => void http.close()
  return site
}

function ask(query: string, init: RequestInit = {}): Promise<Response> {
  const headers = { apikey: TEST_KEYS.publishableKey, ...init.headers }
  return fetch(`${running.url}/functions/v1/image-card?${query}`, { ...init, headers })
}

async function addSpot(values: Record<string, unknown> = {}): Promise<string> {
  const { data, error } = await running.app
    .server()
    .from('spots')
    .insert({ ...SPOT, ...values })
    .select('id')
    .single()
  expect(error).toBeNull()
  return data?.id ?? ''
}

test('draws the card of a spot as a PNG of 1200×630 with its cover, icon and map', async () => {
  site.paths = []
  const id = await addSpot()
  const response = await ask(`spot=${id}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+/)
  const { width, height, pixel } = await readPng(response)
  expect([width, height]).toEqual([1200, 630])
  expect(pixel(350, 300)).toEqual([0, 255, 0])
  // The cover is larger than its frame and is clipped.
  expect([pixel(720, 300), pixel(1000, 40), pixel(1000, 340)]).toEqual(Array(3).fill([251, 251, 248]))
  expect(site.paths.toSorted()).toEqual([
    '/category-icon/castle.svg',
    `/cover/${id}/card/day.svg`,
    '/static-map/8,47,12.5/404x150/day.svg',
  ])
})

test('shows no map for a spot that is only an area', async () => {
  const id = await addSpot({ precision: 'area' })
  site.paths = []
  expect((await ask(`spot=${id}`)).status).toBe(200)
  expect(site.paths.join()).not.toContain('static-map')
})

test.each([
  { status: 'draft' },
  { status: 'pending' },
  { visibility: 'members' },
  { visibility: 'link' },
  { visibility: 'private' },
])('returns the same response for a spot with %o as for an unknown one', async (values) => {
  const { id } = await signUp(running.app, `${Object.values(values)[0]}@example.org`)
  await running.app
    .server()
    .from('users')
    .upsert({ id, username: Object.values(values)[0] ?? '' })
  const hidden = await ask(`spot=${await addSpot({ ...values, author_id: id })}`)
  const unknown = await ask('spot=abcdefgh')
  expect([hidden.status, await hidden.text()]).toEqual([404, await unknown.text()])
  expect(hidden.headers.get('cache-control')).toBe('no-store')
})

test.each(['', 'spot=', 'spot=%00', 'spot=../../x', 'post=No Slug', 'list=1', 'city=1'])(
  'returns 404 for the query "%s"',
  async (query) => {
    expect((await ask(query)).status).toBe(404)
  },
)

test('returns 304 until the card changes', async () => {
  const id = await addSpot()
  const etag = (await ask(`spot=${id}`)).headers.get('etag') ?? ''
  const again = () => ask(`spot=${id}`, { headers: { 'if-none-match': etag } })
  expect((await again()).status).toBe(304)
  await running.app.server().from('spots').update({ title: 'Old mill' }).eq('id', id)
  expect((await again()).status).toBe(200)
})

test('writes the name that the administrators gave the site', async () => {
  const id = await addSpot()
  const draw = async () => Buffer.from(await (await ask(`spot=${id}`)).arrayBuffer()).toString('base64')
  const before = await draw()
  const settings = running.app.server().from('instance_settings')
  await settings.update({ site_name: 'The unfolded map of Turin and its hills' }).eq('site_name', 'Hereabouts')
  const renamed = await draw()
  await running.app
    .server()
    .from('instance_settings')
    .update({ site_name: 'Hereabouts' })
    .neq('site_name', 'Hereabouts')
  expect(renamed).not.toBe(before)
  expect(await draw()).toBe(before)
})

test('responds to HEAD with the headers of GET, and to other methods with 405', async () => {
  const id = await addSpot()
  const head = await ask(`spot=${id}`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'image/png', ''])
  expect((await ask(`spot=${id}`, { method: 'POST' })).status).toBe(405)
})

test('draws an uncached card without its picture when the site does not respond', async () => {
  const id = await addSpot()
  site.status = 503
  const response = await ask(`spot=${id}`)
  site.status = 200
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect((await readPng(await ask(`spot=${id}`))).pixel(350, 300)).toEqual([0, 255, 0])
})

test('draws the newest spots of a member whom visitors may see', async () => {
  const { id } = await signUp(running.app, 'walker@example.org')
  const server = running.app.server()
  await server.from('users').upsert({ id, username: 'Wälker' })
  const member = `member=${encodeURIComponent('wälker')}`
  site.paths = []
  expect((await ask(member)).status).toBe(200)
  expect(site.paths).toEqual([`/cover/member-${id}/card/day.svg`])
  await addSpot({ author_id: id })
  await addSpot({ author_id: id, lng: 8.4, visibility: 'private' })
  site.paths = []
  const { pixel } = await readPng(await ask(member))
  expect(site.paths).toEqual(['/static-map/8,47,13/699x610/day.svg'])
  // One dot in the middle of the map.
  expect(pixel(360, 315)).toEqual([184, 15, 90])
  for (const profile_visibility of ['members', 'nobody'] as const) {
    await server.from('users').update({ profile_visibility }).eq('id', id)
    expect((await ask(member)).status).toBe(404)
  }
})

test('draws a public list as a map with numbers in its order', async () => {
  const { client, id } = await signUp(running.app, 'lister@example.org')
  await client.from('users').upsert({ id, username: 'lister' })
  const { data: list } = await client
    .from('lists')
    .insert({ title: 'By the sea', visibility: 'public' })
    .select('id')
    .single()
  const spots = [await addSpot({ lng: 8.9, lat: 44.4 }), await addSpot({ lng: 9.8, lat: 44.1 }), await addSpot()]
  await running.app
    .server()
    .from('spots')
    .update({ visibility: 'members' })
    .eq('id', spots[2] ?? '')
  for (const spot_id of spots)
    expect((await client.from('list_items').insert({ list_id: list?.id ?? '', spot_id })).error).toBeNull()
  site.paths = []
  const { pixel } = await readPng(await ask(`list=${list?.id}`))
  // The first spot is the westernmost, at the margin of the map.
  const column = Array.from({ length: 610 }, (_, y) => pixel(67, 10 + y).join())
  expect(column).toContain('184,15,90')
  expect(site.paths).toEqual([expect.stringMatching(/^\/static-map\/9\.35,44\.25\d*,\d+(\.\d+)?\/699x610\/day\.svg$/)])
  await client
    .from('lists')
    .update({ visibility: 'private' })
    .eq('id', list?.id ?? '')
  expect((await ask(`list=${list?.id}`)).status).toBe(404)
})

test('draws a published story that visitors may see, but not one for members only', async () => {
  const story = { title: 'A walk', slug: 'a-walk', status: 'published' } as const
  const { error } = await running.app.server().from('posts').insert(story)
  expect(error).toBeNull()
  site.paths = []
  expect((await ask('post=a-walk')).status).toBe(200)
  expect(site.paths).toEqual([expect.stringMatching(/^\/cover\/story-[a-z0-9]+\/card\/day\.svg$/)])
  await running.app.server().from('posts').update({ visibility: 'members' }).eq('slug', 'a-walk')
  expect((await ask('post=a-walk')).status).toBe(404)
})

test('draws the category or place instead of boxes for a title in a script that the typefaces lack', async () => {
  const draw = async (title: string) => {
    const id = await addSpot({ title, lng: 139.7, lat: 35.7 })
    return Buffer.from(await (await ask(`spot=${id}`)).arrayBuffer()).toString('base64')
  }
  const short = await draw('東京')
  expect(await draw('東京の古い駅、二階のホーム')).toBe(short)
  expect(await draw('Tokyo')).not.toBe(short)
  expect(await draw('Tokyo ☕')).toBe(await draw('Tokyo'))
})
