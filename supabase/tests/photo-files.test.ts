import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createLog } from '../../backend/src/http/log.ts'
import { createRestService } from '../../backend/src/rest/service.ts'
import { parseRestSettings } from '../../backend/src/rest/settings.ts'
import { ALICE, BOB, createTestStorage, TEST_KEYS } from '../../backend/src/storage/test/test-storage.ts'
import { deleteUnusedFiles } from '../../web/app/features/media/delete-unused-files.server.ts'
import { deletePhoto } from '../../web/app/features/media/photo-delete.server.ts'
import { respondWithPhoto } from '../../web/app/features/media/photo-response.server.ts'
import { uploadPhoto } from '../../web/app/features/media/upload/photo-upload.server.ts'
import { respondToPhotoUpload } from '../../web/app/features/media/upload/photo-upload-response.server.ts'
import type { Database } from '../../web/app/lib/database.types.ts'

const ACCOUNTS = `
  insert into auth.users (id, email) values ('${ALICE}', 'alice@example.org'), ('${BOB}', 'bob@example.org');
  insert into public.users (id, username) values ('${ALICE}', 'alice'), ('${BOB}', 'bob');
`

/** Both services over one database, and the web app's client for each account. */
async function setUp() {
  const storage = await createTestStorage({ sql: ACCOUNTS })
  const rest = await createRestService({
    connect: storage.database.connect,
    tokens: storage.tokens,
    keys: TEST_KEYS,
    log: createLog('error'),
    settings: parseRestSettings(),
  })
  const fetchInProcess: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    return request.url.includes('/rest/v1') ? rest.fetch(request) : storage.service.fetch(request)
  }
  const connect = async (subject?: string, key = TEST_KEYS.publishableKey) => {
    const token = subject && (await storage.signToken({ sub: subject }))
    return createClient<Database>('http://hereabouts.test', key, {
      global: { fetch: fetchInProcess },
      ...(token ? { accessToken: async () => token } : {}),
    })
  }
  const alice = await connect(ALICE)
  return {
    owner: storage.database.connect('owner', { max: 1 }),
    alice,
    bob: await connect(BOB),
    visitor: await connect(),
    server: await connect(undefined, TEST_KEYS.secretKey),
    store: { supabase: alice, folder: storage.admin.storage.from('photos') },
    async [Symbol.asyncDispose]() {
      await rest.close()
      await storage[Symbol.asyncDispose]()
    },
  }
}

async function createPhoto() {
  const background = { r: 10, g: 120, b: 90 }
  const gps = { GPSLatitudeRef: 'N', GPSLatitude: '47/1 0/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '8/1 0/1 0/1' }
  const image = sharp({ create: { width: 700, height: 500, channels: 3, background } }).withExif({ IFD3: gps })
  return new Blob([new Uint8Array(await image.jpeg().toBuffer())])
}

const open = (client: Parameters<typeof respondWithPhoto>[1], photoId: string, file: string, headers = {}) =>
  respondWithPhoto(new Request('http://hereabouts.test/photo', { headers }), client, { photoId, file })

test('stores a photo in its sizes for its author, as a draft that only the author sees', async () => {
  await using app = await setUp()
  const photo = await uploadPhoto(app.store, ALICE, await createPhoto())
  expect(photo).toMatchObject({ width: 700, height: 500, position: { lat: 47, lng: 8 }, takenAt: null })
  const rows = await app.owner`select author_id, spot_id, storage_path, width, height from public.photos`
  expect(rows).toEqual([
    { author_id: ALICE, spot_id: null, storage_path: `${ALICE}/${photo.id}`, width: 700, height: 500 },
  ])
  const files = await app.owner`select name, metadata ->> 'mimetype' as type from storage.objects order by name`
  const folder = `${ALICE}/${photo.id}`
  expect([...files]).toEqual([
    { name: `${folder}/480.avif`, type: 'image/avif' },
    { name: `${folder}/480.webp`, type: 'image/webp' },
    { name: `${folder}/700.avif`, type: 'image/avif' },
    { name: `${folder}/700.webp`, type: 'image/webp' },
  ])
  const own = await open(app.alice, photo.id, '480.webp')
  expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(own.headers.get('cache-control')).toBe('private, max-age=3600')
  expect((await sharp(await own.arrayBuffer()).metadata()).width).toBe(480)
  for (const client of [app.bob, app.visitor]) expect((await open(client, photo.id, '480.webp')).status).toBe(404)
})

test('lets everyone read the photos of a public spot, and no one else once it is private', async () => {
  await using app = await setUp()
  const photo = await uploadPhoto(app.store, ALICE, await createPhoto())
  const [spot] = await app.owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, precision, visibility, status, author_id)
    values ('Mill', 'castle', 8, 47, 'exact', 'public', 'published', ${ALICE}) returning id`
  await app.owner`update public.photos set spot_id = ${spot?.id ?? ''}`
  const shown = await open(app.visitor, photo.id, '700.avif')
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, s-maxage=300, immutable',
  ])
  await shown.body?.cancel()
  const again = await open(app.visitor, photo.id, '700.avif', { 'if-none-match': shown.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  await app.owner`update public.spots set visibility = 'private'`
  for (const client of [app.bob, app.visitor]) {
    const hidden = await open(client, photo.id, '700.avif', { 'if-none-match': shown.headers.get('etag') ?? '' })
    expect(hidden.status).toBe(404)
  }
  expect((await open(app.alice, photo.id, '700.avif')).headers.get('cache-control')).toBe('private, max-age=3600')
})

test('returns 404 for invalid URLs', async () => {
  await using app = await setUp()
  const photo = await uploadPhoto(app.store, ALICE, await createPhoto())
  for (const file of ['481.webp', '480.png', '../480.webp', '480.webp/x', '', '0.webp']) {
    expect((await open(app.alice, photo.id, file)).status, file).toBe(404)
  }
  expect((await open(app.alice, 'not-an-id', '480.webp')).status).toBe(404)
  expect(
    (await respondWithPhoto(new Request('http://x/'), app.alice, { photoId: undefined, file: undefined })).status,
  ).toBe(404)
})

test('deletes the files of a photo whose row cannot be written', async () => {
  await using app = await setUp()
  const upload = uploadPhoto(app.store, BOB, await createPhoto())
  await expect(upload).rejects.toMatchObject({
    code: 'not_stored',
    message: 'The photo could not be stored. Please try again.',
  })
  await app.owner`revoke insert on public.photos from authenticated`
  await expect(uploadPhoto(app.store, ALICE, await createPhoto())).rejects.toMatchObject({ code: 'not_stored' })
  expect(await app.owner`select from storage.objects`).toHaveLength(0)
})

test('stores a photo sent as request body, and rejects invalid ones with message and status', async () => {
  await using app = await setUp()
  const send = async (body: BodyInit) => {
    const request = new Request('http://hereabouts.test/photo', { method: 'POST', body, duplex: 'half' } as RequestInit)
    const response = await respondToPhotoUpload(request, (photo) => uploadPhoto(app.store, ALICE, photo))
    return [response.status, await response.json()]
  }
  expect(await send(await createPhoto())).toMatchObject([201, { width: 700, position: { lat: 47, lng: 8 } }])
  expect(await send('<svg></svg>')).toMatchObject([
    422,
    { code: 'unsupported', message: expect.stringMatching(/^This is an SVG drawing/) },
  ])
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)) })
  expect(await send(endless)).toMatchObject([413, { code: 'too_large' }])
})

test('lets only the server write into bucket photos, because cameras store positions in photos', async () => {
  await using app = await setUp()
  const photo = new Blob([await createPhoto()], { type: 'image/jpeg' })
  const photos = app.alice.storage.from('photos')
  const denied = { statusCode: '403' }
  expect((await photos.upload(`${ALICE}/home.jpg`, photo, { contentType: 'image/jpeg' })).error).toMatchObject(denied)
  expect(
    (await photos.upload(`${ALICE}/home.jpg`, photo, { upsert: true, contentType: 'image/jpeg' })).error,
  ).toMatchObject(denied)
  expect((await photos.update(`${ALICE}/home.jpg`, photo, { contentType: 'image/jpeg' })).error).toMatchObject(denied)
  expect((await photos.createSignedUploadUrl(`${ALICE}/home.jpg`)).error).toMatchObject(denied)
  const avatars = app.alice.storage.from('avatars')
  expect((await avatars.upload(`${ALICE}/me.jpg`, photo, { contentType: 'image/jpeg' })).error).toBeNull()
  const elsewhere = { destinationBucket: 'photos' }
  expect((await avatars.copy(`${ALICE}/me.jpg`, `${ALICE}/home.jpg`, elsewhere)).error).toMatchObject(denied)
  expect((await avatars.move(`${ALICE}/me.jpg`, `${ALICE}/home.jpg`, elsewhere)).error).toMatchObject(denied)
  expect(await app.owner`select from storage.objects where bucket_id = 'photos'`).toHaveLength(0)
})

test('deletes the files of a photo that a member deletes', async () => {
  await using app = await setUp()
  const photo = await uploadPhoto(app.store, ALICE, await createPhoto())
  expect(await deletePhoto(app.bob, photo.id)).toBe(false)
  expect(await deletePhoto(app.alice, photo.id)).toBe(true)
  await deleteUnusedFiles(app.server)
  expect(await app.owner`select from storage.objects`).toHaveLength(0)
  expect(await app.owner`select files, bytes::int from private.storage_usage`).toEqual([{ files: 0, bytes: 0 }])
})

test('rejects photos beyond the quota or the write limit with a message', async () => {
  await using app = await setUp()
  await app.owner`update private.storage_quotas set max_files = 3 where bucket_id = 'photos'`
  await expect(uploadPhoto(app.store, ALICE, await createPhoto())).rejects.toMatchObject({
    code: 'no_room',
    message: 'You can store at most 3 files in photos. Delete some files first.',
  })
  expect(await app.owner`select from storage.objects`).toHaveLength(0)
  await app.owner`update private.storage_quotas set max_files = 100 where bucket_id = 'photos'`
  await app.owner`update private.write_limits set per_hour = 1 where table_name = 'photos'`
  await uploadPhoto(app.store, ALICE, await createPhoto())
  await expect(uploadPhoto(app.store, ALICE, await createPhoto())).rejects.toMatchObject({
    code: 'too_many',
    message: 'You can add at most 1 photo per hour. Try again in 60 minutes.',
  })
})
