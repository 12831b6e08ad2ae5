import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TEST_KEYS } from '../../../backend/src/storage/test/test-storage.ts'
import { runBundleCommand } from '../../../scripts/bundles/run-bundles.ts'
import { signUp } from '../../../supabase/tests/test-app.ts'
import { deriveInstanceKey } from './instance-key.ts'
import { type BundleSites, createBundleSites, LICENSE } from './test/bundle-sites.ts'

const FORGER = deriveInstanceKey('sb_secret_of_a_forger')

let sites: BundleSites
beforeAll(async () => {
  sites = await createBundleSites()
})
beforeEach(() => sites.reset())
afterAll(() => sites[Symbol.asyncDispose]())

test('imports the public spots of a city with their origin and removes them in one step', async () => {
  const { here, siteUrl, cityUrl, open, subscribe, listHere, unsubscribe, titlesHere } = sites
  const preview = await open().preview(`${siteUrl}/city/turin`)
  expect(preview).toMatchObject({ address: cityUrl, title: 'Turin, Italy', spotCount: 2, originUrl: siteUrl })
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
  const { origin, here, statuses, open, subscribe, listHere, unsubscribe, titlesHere } = sites
  const id = await subscribe()
  statuses.length = 0
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
  const { admin, subscribe, listHere, unsubscribe } = sites
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
  const { admin, respondWithBundle, forge, headOf, spotOf, open, subscribe, listHere, unsubscribe } = sites
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
    respondWithBundle(text)
    await expect(open().update(id), name).rejects.toThrow(message)
  }
  const { data } = await admin.client.rpc('list_bundle_subscriptions')
  expect(data).toMatchObject([{ id, failure: expect.stringMatching(/larger than/), tried_at: expect.any(String) }])
  expect(await listHere()).toEqual(before)
  await unsubscribe(id)
})

test('changes no local spots or spots of other origins, whatever ids a bundle contains', async () => {
  const { respondWithBundle, forge, headOf, spotOf, open, subscribe, listHere, unsubscribe, titlesHere } = sites
  const id = await subscribe()
  const foreign = (await listHere()).find(({ title }) => title === 'Tower')?.id ?? ''
  respondWithBundle(forge([headOf(), spotOf('originmill22'), spotOf(foreign, { title: 'Other' })]))
  await open().update(id)
  const after = await listHere()
  expect(after.map(({ title }) => title)).toEqual(['Forged', 'Local mill', 'Other'])
  expect(after.find(({ title }) => title === 'Local mill')?.id).toBe('originmill22')
  await unsubscribe(id)
  expect(await titlesHere()).toEqual(['Local mill'])
})

test('fetches no private addresses, and nothing but bundles', async () => {
  const { siteUrl, cityUrl, open } = sites
  const strict = open({ allowsLoopback: false, allowsPrivate: false })
  for (const address of [cityUrl, 'https://127.0.0.1/city/turin', 'https://10.0.0.1/city/turin'])
    await expect(strict.preview(address)).rejects.toThrow(/must (begin with https|not lead to)/)
  await expect(open().preview(`${siteUrl}/about`)).rejects.toThrow('Enter the address of a city')
  await expect(open().preview(`${siteUrl}/city/nowhere`)).rejects.toThrow('no such city or list')
})

test('lets only administrators subscribe, see failures and unsubscribe', async () => {
  const { here, siteUrl, subscribe, unsubscribe, titlesHere } = sites
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
  const { here, siteUrl, respondWith, open, titlesHere } = sites
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
  respondWith(() => new Response('', { status: 500 }))
  expect(await run('refresh')).toBe('Turin, Italy: The other site responded with status 500.\n')
  await expect(run('remove', 'x')).rejects.toThrow('no subscription with this id')
  expect(await run('remove', id)).toMatch(/^Removed Turin, Italy with its \d spots/)
  expect(await titlesHere()).toEqual(['Local mill'])
  await expect(run('nonsense')).rejects.toThrow('npm run bundles')
})
