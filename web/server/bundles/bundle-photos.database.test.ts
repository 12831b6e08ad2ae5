import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signUp } from '../../../supabase/tests/test-app.ts'
import { type BundleSites, createBundleSites } from './test/bundle-sites.ts'

let sites: BundleSites
beforeAll(async () => {
  sites = await createBundleSites()
})
beforeEach(() => sites.reset())
afterAll(() => sites[Symbol.asyncDispose]())

test('copies photos through the photo pipeline, updates them with the origin and removes them with the bundle', async () => {
  const { here, siteUrl, respondWith, forge, headOf, spotOf, open, subscribe, unsubscribe } = sites
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
  respondWith(answer(bundle(photo('a'), photo('broken'), photo('b'), 'https://169.254.169.254/photo/c/640.webp')))
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
  respondWith(answer(bundle(photo('a'))))
  await open().update(id)
  await open().updateDue()
  expect(await readPhotos()).toEqual([])

  respondWith(answer(bundle(photo('a'), photo('d'))))
  await open().update(id)
  await open().updateDue()
  const [added] = await readPhotos()
  await unsubscribe(id)
  expect(await here.owner`select from public.photos where id = ${added?.id ?? ''}::uuid`).toHaveLength(0)
  const queued = await here.owner`select from private.file_deletions where name like ${`${added?.storage_path}/%`}`
  expect(queued.length).toBeGreaterThan(0)
})

test('lets only the server record and store photos of bundles', async () => {
  const { here } = sites
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
