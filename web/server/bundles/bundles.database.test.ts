import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { TEST_KEYS } from '../../../backend/src/storage/test/test-storage.ts'
import { runBundleCommand } from '../../../scripts/bundles/run-bundles.ts'
import { createTestApp, signIn, signUp, type TestApp } from '../../../supabase/tests/test-app.ts'
import { findResource } from '../resources/resources.ts'
import { createBundleReader } from './bundle-updates.ts'
import { deriveInstanceKey, digestText, toSignedMessage } from './instance-key.ts'

const LICENSE = { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' }
const FORGER = deriveInstanceKey('sb_secret_of_a_forger')

let origin: TestApp
let here: TestApp
let server: Server
let siteUrl: string
let admin: Awaited<ReturnType<typeof signUp>>
/** Replaces the origin's response by that of a hostile or broken site. */
let forged: ((path: string) => Response | undefined) | undefined
let statuses: number[]

beforeAll(async () => {
  origin = await createTestApp()
  here = await createTestApp()
  for (const { owner } of [origin, here])
    await owner`insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, lng, lat, population)
      values (1, 'turin', 'Turin', 'IT', 'Italy', 'Europe/Rome', 'PPLA', 7.68, 45.07, 900000) on conflict do nothing`
  const { id } = await signUp(origin, 'mara@example.org')
  await origin.owner`insert into public.users (id, username) values (${id}, 'mara') on conflict (id) do update set username = 'mara'`
  await origin.owner`insert into public.spots (id, title, category, tags, description, lng, lat, visibility, status, author_id)
    values ('originmill22', 'Old mill', 'ruin', '{old}', 'Wheel.<script>alert(1)</script>', 7.7, 45.05, 'public', 'published', ${id}),
      ('origintower2', 'Tower', 'castle', '{}', '', 7.71, 45.06, 'public', 'closed', ${id}),
      ('originhidden', 'Hidden', 'castle', '{}', '', 7.71, 45.06, 'private', 'published', ${id}),
      ('originmember', 'For members', 'castle', '{}', '', 7.71, 45.06, 'members', 'published', ${id})`
  server = createServer(async (incoming, outgoing) => {
    const request = new Request(siteUrl + incoming.url, { headers: incoming.headers as Record<string, string> })
    const response =
      forged?.(incoming.url ?? '') ?? (await findResource(request, settingsOf(origin))?.()) ?? Response.error()
    statuses.push(response.status)
    outgoing
      .writeHead(response.status, Object.fromEntries(response.headers))
      .end(Buffer.from(await response.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  admin = await signUp(here, 'admin@example.org')
  await here.owner`update auth.users set raw_app_meta_data = '{"role":"admin"}' where id = ${admin.id}`
  await signIn(admin.client, 'admin@example.org')
  await here.owner`insert into public.spots (id, title, category, lng, lat, visibility, status, author_id)
    values ('originmill22', 'Local mill', 'ruin', 7.7, 45.05, 'public', 'published', ${admin.id})`
})
beforeEach(async () => {
  await here.owner`delete from public.bundle_subscriptions`
  forged = undefined
  statuses = []
})
afterAll(async () => {
  server.close()
  await origin[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

const settingsOf = (app: TestApp) =>
  ({
    ...{ siteUrl, supabaseUrl: 'http://hereabouts.test', publishableKey: TEST_KEYS.publishableKey },
    ...{ secretKey: TEST_KEYS.secretKey, backendFetch: app.fetch, config: { baseUrl: '/' } },
  }) as ServerSettings

const open = (policy = { allowsLoopback: true, allowsPrivate: false }) =>
  createBundleReader(policy, () => here.server())
const cityOf = () => `${siteUrl}/bundles/city/turin.ndjson`

async function subscribe(): Promise<string> {
  const { address, title, originName, originUrl, publicKey } = await open().preview(`${siteUrl}/city/turin`)
  const { data, error } = await admin.client
    .from('bundle_subscriptions')
    .insert({ address, title, origin_name: originName, origin_url: originUrl, public_key: publicKey })
    .select('id')
    .single()
  if (error) throw error
  await open().update(data.id)
  return data.id
}

const unsubscribe = (id: string) => admin.client.from('bundle_subscriptions').delete().eq('id', id)
const listHere = () =>
  here.owner<{ id: string; title: string; status: string }[]>`
    select id, title, status from public.spots order by title, id`
const titlesHere = async () => (await listHere()).map(({ title }) => title)

/** Creates a bundle with any lines, signed by any key, as a hostile site could. */
function forge(
  lines: object[],
  { key = deriveInstanceKey(TEST_KEYS.secretKey), count = lines.length - 1 } = {},
): string {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const sha256 = digestText(text)
  const signature = key.sign(toSignedMessage(cityOf(), sha256))
  return `${text}${JSON.stringify({ end: { spots: count, sha256, signature } })}\n`
}
const headOf = (overrides: object = {}) => ({
  ...{ bundle: 1, address: cityOf(), title: 'Turin, Italy', origin: { name: 'There', url: siteUrl }, license: LICENSE },
  ...overrides,
})
const spotOf = (id: string, overrides: object = {}) => ({
  ...{
    id,
    url: `${siteUrl}/spot/${id}`,
    title: 'Forged',
    category: 'ruin',
    tags: [],
    description: '',
    lng: 7.7,
    lat: 45,
  },
  ...{ precision: 'exact', address: null, website: null, access: 'free', status: 'published', author: null },
  ...{ license: LICENSE, photos: [], ...overrides },
})
const answerWith = (text: string) => (path: string) => (path.startsWith('/bundles/') ? new Response(text) : undefined)

test('imports the public spots of a city with their origin and removes them in one step', async () => {
  const preview = await open().preview(`${siteUrl}/city/turin`)
  expect(preview).toMatchObject({ address: cityOf(), title: 'Turin, Italy', spotCount: 2, originUrl: siteUrl })
  expect(preview).toMatchObject({ licenses: [LICENSE.name], samples: ['Old mill', 'Tower'] })
  const id = await subscribe()
  expect(await titlesHere()).toEqual(['Local mill', 'Old mill', 'Tower'])
  const { data } = await here
    .member()
    .from('spots')
    .select(
      'title, description, status, author_id, city_id, origin:bundle_spots(url, author, license_name, site:bundle_subscriptions(origin_name))',
    )
    .eq('title', 'Old mill')
    .single()
  expect(data).toMatchObject({
    ...{ description: 'Wheel.<script>alert(1)</script>', status: 'published', author_id: null, city_id: 1 },
    origin: { url: `${siteUrl}/spot/originmill22`, author: 'mara', license_name: LICENSE.name },
  })
  expect((await listHere()).find(({ title }) => title === 'Tower')?.status).toBe('closed')
  const cards = await here.owner`
    select title, private.spot_card(spots) ->> 'origin' as card, private.describe_spots(array[id]) -> 0 ->> 'origin' as listed,
      private.join_spot_card(spots, null, null) ->> 'origin' as joined
    from public.spots where title <> 'Tower' order by title`
  const name = preview.originName
  expect(cards).toEqual([
    { title: 'Local mill', card: null, listed: null, joined: null },
    { title: 'Old mill', card: name, listed: name, joined: name },
  ])
  const city = await here.member().rpc('city_page', { slug: 'turin' })
  const { best } = city.data as { best: { title: string; origin: string | null }[] }
  expect(best.map((spot) => [spot.title, spot.origin])).toContainEqual(['Old mill', name])
  expect((await unsubscribe(id)).error).toBeNull()
  expect(await listHere()).toEqual([{ id: 'originmill22', title: 'Local mill', status: 'published' }])
})

test('applies changes and deletions at the origin, except to spots that moderators removed', async () => {
  const id = await subscribe()
  statuses = []
  await open().update(id)
  expect(statuses).toEqual([304])
  await here.owner`update public.spots set status = 'removed', removal_reason = 'Spam' where title = 'Tower'`
  await origin.owner`update public.spots set title = 'Older mill' where id = 'originmill22'`
  await origin.owner`update public.spots set title = 'Old tower' where id = 'origintower2'`
  await open().update(id)
  const changed = await listHere()
  expect(changed.map(({ title, status }) => [title, status])).toEqual([
    ['Local mill', 'published'],
    ['Old tower', 'removed'],
    ['Older mill', 'published'],
  ])
  await origin.owner`update public.spots set visibility = 'private' where id = 'origintower2'`
  await open().update(id)
  expect(await titlesHere()).toEqual(['Local mill', 'Older mill'])
  await origin.owner`update public.spots set visibility = 'public', title = 'Tower' where id = 'origintower2'`
  await origin.owner`update public.spots set title = 'Old mill' where id = 'originmill22'`
  await unsubscribe(id)
})

test('denies edits and suggestions for spots of another site, but lets moderators hide them', async () => {
  const id = await subscribe()
  const [spot] = (await listHere()).filter(({ title }) => title === 'Old mill')
  const mine = { title: 'Mine' } as never
  const changed = await admin.client
    .from('spots')
    .update(mine)
    .eq('id', spot?.id ?? '')
  expect(changed.error?.message).toBe('This spot comes from another site and can only be changed there.')
  const hidden = await admin.client.rpc('decide', {
    kind: 'spot',
    id: spot?.id ?? '',
    verdict: 'removed',
    reason: 'Spam',
  })
  expect(hidden.error).toBeNull()
  await unsubscribe(id)
})

test('keeps the existing spots when a bundle is forged, altered or incomplete', async () => {
  const id = await subscribe()
  const before = await listHere()
  const attacks: Record<string, [text: string, message: RegExp]> = {
    'another key': [forge([headOf()], { key: FORGER }), /not signed with the key that you confirmed/],
    'changed after signing': [forge([headOf(), spotOf('a')]).replace('Forged', 'Gorged'), /not signed/],
    'cut off': [forge([headOf(), spotOf('a')]).slice(0, -20), /cut off/],
    'fewer spots than signed': [forge([headOf(), spotOf('a')], { count: 2 }), /cut off/],
    'no signature': [`${JSON.stringify(headOf())}\n`, /no signature/],
    'another site': [forge([headOf({ origin: { name: 'Bank', url: 'https://bank.example' } })]), /names another site/],
    'a link to another site': [forge([headOf(), spotOf('a', { url: 'https://evil.example/spot/a' })]), /another site/],
    'a script as website': [forge([headOf(), spotOf('a', { website: 'javascript:alert(1)' })]), /Line 2/],
    'a position outside the world': [forge([headOf(), spotOf('a', { lng: 500 })]), /Line 2/],
    'the same spot twice': [forge([headOf(), spotOf('a'), spotOf('a')]), /twice/],
    'too many spots': [
      forge([headOf(), ...Array.from({ length: 10_001 }, (_, n) => spotOf(`s${n}`))]),
      /more than 10,000/,
    ],
    'too many bytes': ['x'.repeat(17 * 1024 * 1024), /larger than/],
  }
  for (const [name, [text, message]] of Object.entries(attacks)) {
    forged = answerWith(text)
    await expect(open().update(id), name).rejects.toThrow(message)
  }
  const { data } = await admin.client.rpc('list_bundle_subscriptions')
  expect(data).toMatchObject([{ id, failure: expect.stringMatching(/larger than/), tried_at: expect.any(String) }])
  expect(await listHere()).toEqual(before)
  await unsubscribe(id)
})

test('changes no local spots or spots of other origins, whatever ids a bundle contains', async () => {
  const id = await subscribe()
  const foreign = (await listHere()).find(({ title }) => title === 'Tower')?.id ?? ''
  forged = answerWith(forge([headOf(), spotOf('originmill22'), spotOf(foreign, { title: 'Other' })]))
  await open().update(id)
  const after = await listHere()
  expect(after.map(({ title }) => title)).toEqual(['Forged', 'Local mill', 'Other'])
  expect(after.find(({ title }) => title === 'Local mill')?.id).toBe('originmill22')
  await unsubscribe(id)
  expect(await titlesHere()).toEqual(['Local mill'])
})

test('fetches no private addresses, and nothing but bundles', async () => {
  const strict = open({ allowsLoopback: false, allowsPrivate: false })
  for (const address of [cityOf(), 'https://127.0.0.1/city/turin', 'https://10.0.0.1/city/turin'])
    await expect(strict.preview(address)).rejects.toThrow(/must (begin with https|not lead to)/)
  await expect(open().preview(`${siteUrl}/about`)).rejects.toThrow('Enter the address of a city')
  await expect(open().preview(`${siteUrl}/city/nowhere`)).rejects.toThrow('no such city or list')
})

test('lets only administrators subscribe, see failures and unsubscribe', async () => {
  const id = await subscribe()
  const { client } = await signUp(here, 'member@example.org')
  const row = { address: `${siteUrl}/bundles/list/x.ndjson`, title: 'x', origin_name: 'x', origin_url: siteUrl }
  const created = await client.from('bundle_subscriptions').insert({ ...row, public_key: 'x'.repeat(43) })
  expect(created.error?.code).toBe('42501')
  await client.from('bundle_subscriptions').delete().eq('id', id)
  expect((await client.rpc('list_bundle_subscriptions')).status).toBe(403)
  expect((await client.rpc('apply_bundle_spots', { subscription: id, run: id, places: [] })).error).not.toBeNull()
  expect((await client.from('bundle_subscriptions').select('failure')).error?.code).toBe('42501')
  expect(await titlesHere()).toContain('Old mill')
  await unsubscribe(id)
})

test('lets operators subscribe, refresh and unsubscribe from the command line', async () => {
  const run = (...words: string[]) => runBundleCommand(here.server(), open(), words)
  expect(await run('list')).toBe('There are no subscriptions.\n')
  const shown = await run('add', `${siteUrl}/city/turin`)
  expect(shown).toMatch(/^Turin, Italy, from .+\n2 spots under CC BY-SA 4.0: /)
  expect(await titlesHere()).toEqual(['Local mill'])
  await expect(run('add', `${siteUrl}/city/turin`, FORGER.publicKey)).rejects.toThrow('not the key that you gave')
  const { publicKey } = deriveInstanceKey(TEST_KEYS.secretKey)
  const id = /Subscribed as (\S+)\./.exec(await run('add', `${siteUrl}/city/turin`, publicKey))?.[1] ?? ''
  await expect(run('add', `${siteUrl}/city/turin`, publicKey)).rejects.toThrow('already subscribed to it')
  expect(await run('list')).toMatch(new RegExp(`^${id}  Turin, Italy, from .+  \\d spots  updated `))
  expect(await run('refresh', id)).toBe('Turin, Italy: updated\n')
  forged = () => new Response('', { status: 500 })
  expect(await run('refresh')).toBe('Turin, Italy: The other site responded with status 500.\n')
  await expect(run('remove', 'x')).rejects.toThrow('no subscription with this id')
  expect(await run('remove', id)).toMatch(/^Removed Turin, Italy with its \d spots/)
  expect(await titlesHere()).toEqual(['Local mill'])
  await expect(run('nonsense')).rejects.toThrow('npm run bundles')
})

test('copies photos through the photo pipeline, updates them with the origin and removes them with the bundle', async () => {
  const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#286' } })
    .jpeg()
    .toBuffer()
  const photo = (name: string) => `${siteUrl}/photo/${name}/640.webp`
  const bundle = (...photos: string[]) => forge([headOf(), spotOf('originmill22', { author: 'mara', photos })])
  const requests: string[] = []
  const answer = (text: string) => (path: string) => {
    requests.push(path)
    if (path.startsWith('/bundles/')) return new Response(text)
    if (path.includes('broken')) return new Response('not a picture')
    return path.startsWith('/photo/') ? new Response(picture) : undefined
  }
  const id = await subscribe()
  forged = answer(bundle(photo('a'), photo('broken'), photo('b'), 'https://169.254.169.254/photo/c/640.webp'))
  await open().update(id)
  await open().updateDue()
  const readPhotos = () =>
    here.owner<{ id: string; position: number; author_id: string | null; storage_path: string; width: number }[]>`
      select photos.id, position, photos.author_id, storage_path, width from public.photos
      join public.bundle_spots on bundle_spots.spot_id = photos.spot_id order by position`
  const photos = await readPhotos()
  expect(photos).toMatchObject([
    { position: 1, author_id: null, width: 640 },
    { position: 3, author_id: null, width: 640 },
  ])
  expect(requests.filter((path) => path.startsWith('/photo/'))).toHaveLength(3)
  const { data: files } = await here.server().storage.from('photos').list(photos[0]?.storage_path)
  expect(files?.map(({ name }) => name)).toContain('640.webp')
  const seen = await here
    .member()
    .from('photos')
    .select('id')
    .in(
      'id',
      photos.map((each) => each.id),
    )
  expect(seen.data).toHaveLength(2)

  // A photo removed here is not fetched again. A photo that the origin removed is deleted here as well.
  await here.owner`delete from public.photos where id = ${photos[0]?.id ?? ''}::uuid`
  forged = answer(bundle(photo('a')))
  await open().update(id)
  await open().updateDue()
  expect(await readPhotos()).toEqual([])

  forged = answer(bundle(photo('a'), photo('d')))
  await open().update(id)
  await open().updateDue()
  const [added] = await readPhotos()
  await unsubscribe(id)
  expect(await here.owner`select from public.photos where id = ${added?.id ?? ''}::uuid`).toHaveLength(0)
  const queued = await here.owner`select from private.file_deletions where name like ${`${added?.storage_path}/%`}`
  expect(queued.length).toBeGreaterThan(0)
})

test('lets only the server record and store photos of bundles', async () => {
  const { client } = await signUp(here, 'photographer@example.org')
  for (const each of [client, here.member()]) {
    const calls = [
      each.rpc('set_bundle_photos', { subscription: '00000000-0000-0000-0000-000000000000', places: [] }),
      each.rpc('take_bundle_photos', { most: 1 }),
      each.rpc('store_bundle_photo', { spot_id: 'x', address: 'https://x.example/', photo: {} }),
    ]
    for (const call of calls) expect((await call).error).not.toBeNull()
  }
})
