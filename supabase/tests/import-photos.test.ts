import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDraftRows } from '../../web/app/features/imports/draft-rows.ts'
import { readBlob } from '../../web/app/features/imports/reading/read-files.ts'
import { sendPhotos } from '../../web/app/features/imports/send-photos.ts'
import { sendRows, startImport } from '../../web/app/features/imports/stage-rows.ts'
import { createPhotoStorer } from '../../web/app/features/imports/store-import-photo.server.ts'
import { createZip } from '../../web/server/resources/exports/zip-stream.ts'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

let app: TestApp
let member: Awaited<ReturnType<typeof signUp>>
let stranger: Awaited<ReturnType<typeof signUp>>
let picture: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await createTestApp()
  member = await signUp(app, 'member@example.org')
  stranger = await signUp(app, 'stranger@example.org')
  await app.owner`insert into public.users (id, username) values (${member.id}, 'member'), (${stranger.id}, 'stranger')`
  await app.owner`insert into public.spots (id, title, category, lng, lat, visibility, status, author_id)
    values ('publicmill22', 'Public mill', 'ruin', 7.9, 45.2, 'public', 'published', ${stranger.id})`
  const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#286' } })
    .jpeg()
    .toBuffer()
  picture = new Uint8Array(jpeg)
})
afterAll(() => app[Symbol.asyncDispose]())

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function pack(files: Record<string, Uint8Array>): Blob {
  const zip = createZip()
  const chunks = Object.entries(files).flatMap(([name, bytes]) => [...zip.addPicture(name, bytes)])
  return new Blob([...chunks, ...zip.end()].map((chunk) => new Uint8Array(chunk)))
}

interface Place {
  name: string
  lng: number
  images: string[]
}

/** Imports a KMZ of places with images, and returns its id and a function that sends the photos. */
async function importKmz(places: Place[], files: Record<string, Uint8Array>) {
  const placemarks = places.map(
    ({ name, lng, images }) =>
      `<Placemark><name>${name}</name><description><![CDATA[${images.map((src) => `<img src="${src}">`).join('')}]]></description>
        <Point><coordinates>${lng},45.2</coordinates></Point></Placemark>`,
  )
  const kml = `<kml><Document>${placemarks.join('')}</Document></kml>`
  const file = pack({ 'doc.kml': toBytes(kml), ...files })
  const rows = createDraftRows(await readBlob('trip.kmz', file))
  const started = await startImport(member.client, { name: 'trip.kmz', rows, visibility: 'private' })
  await sendRows(member.client, started)
  const store = { supabase: member.client, folder: app.server().storage.from('photos') }
  const storer = createPhotoStorer(store, started.id, member.id)
  return { id: started.id, storer, send: (by = storer) => sendPhotos(member.client, { ...started, files: [file] }, by) }
}

async function run() {
  for (let left = 1; left > 0; ) left = (await app.server().rpc('continue_imports', { most: 500 })).data ?? 0
}

async function listPhotos(id: string) {
  const { data } = await member.client
    .from('import_photos')
    .select('name, state, reason')
    .eq('import_id', id)
    .order('number')
  return data
}

test('adds the photos of new spots, and stores the reason for each one left out', async () => {
  const { id, send } = await importKmz(
    [
      { name: 'New mill', lng: 7.1, images: ['1.jpg', 'text.jpg', 'tiny.png', 'gone.jpg'] },
      { name: 'Public mill', lng: 7.9, images: ['2.jpg'] },
    ],
    {
      '1.jpg': picture,
      '2.jpg': picture,
      'text.jpg': toBytes('<script>alert(1)</script>'),
      'tiny.png': await sharp({ create: { width: 2, height: 2, channels: 3, background: '#286' } })
        .png()
        .toBuffer(),
    },
  )
  await send()
  await run()
  expect(await listPhotos(id)).toEqual([
    { name: '1.jpg', state: 'added', reason: '' },
    { name: 'text.jpg', state: 'left-out', reason: expect.stringContaining('not a photo') },
    { name: 'tiny.png', state: 'left-out', reason: 'This picture has only 2 × 2 pixels. Please choose a larger one.' },
    { name: 'gone.jpg', state: 'left-out', reason: 'The archive does not contain this photo.' },
    {
      name: '2.jpg',
      state: 'left-out',
      reason: 'The spot is on the map already. Add the photo on its page if everyone may see it.',
    },
  ])
  const spots =
    await app.owner`select photo_count, cover_photo_id is not null as has_cover from public.spots where import_batch = ${id}`
  expect(spots).toEqual([{ photo_count: 1, has_cover: true }])

  await member.client.rpc('undo_import', { import: id, numbers: [1] })
  expect(await app.owner`select from public.photos where author_id = ${member.id}`).toHaveLength(0)
  expect((await member.client.rpc('describe_import_result', { import: id })).data).toMatchObject({
    photos: { 'left-out': 5 },
  })
  await member.client.rpc('undo_import', { import: id })
})

test('resumes after an interruption and adds no photo twice', async () => {
  const { id, send, storer } = await importKmz([{ name: 'Mill', lng: 7.2, images: ['1.jpg', '2.jpg', '3.jpg'] }], {
    '1.jpg': picture,
    '2.jpg': picture,
    '3.jpg': picture,
  })
  await run()
  const lost = new Error('Connection lost.')
  const sendFirst: typeof storer = (waiting, photo) =>
    waiting.number === 1 ? storer(waiting, photo) : Promise.reject(lost)
  const { setTimeout: wait } = globalThis
  globalThis.setTimeout = ((task: () => void) => wait(task, 0)) as typeof setTimeout
  await expect(send(sendFirst)).rejects.toThrow('Connection lost.')
  globalThis.setTimeout = wait
  expect(await listPhotos(id)).toMatchObject([{ state: 'added' }, { state: 'waiting' }, { state: 'waiting' }])
  await send()
  await send()
  expect(await storer({ number: 1, isPicture: false }, new Blob([picture]))).toContain('sent already')
  const positions = await app.owner`select position from public.photos where author_id = ${member.id} order by position`
  expect(positions).toEqual([{ position: 0 }, { position: 1 }, { position: 2 }])
  await member.client.rpc('undo_import', { import: id })
  expect(await app.owner`select from public.photos where author_id = ${member.id}`).toHaveLength(0)
})

test('adds a photo to a place that gets its pin later', async () => {
  const { id, send } = await importKmz([{ name: 'Mill', lng: 7.3, images: ['1.jpg'] }], { '1.jpg': picture })
  await app.owner`update public.import_rows set state = 'pinless', lng = null, lat = null where import_id = ${id}`
  await run()
  await send()
  expect(await listPhotos(id)).toMatchObject([{ state: 'stored' }])
  await member.client.rpc('place_import_row', { import: id, number: 1, lng: 7.3, lat: 45.3 })
  expect(await listPhotos(id)).toMatchObject([{ state: 'added' }])
  await member.client.rpc('undo_import', { import: id })
})

test('rejects photos from strangers and for undone imports', async () => {
  const { id, send, storer } = await importKmz([{ name: 'Mill', lng: 7.4, images: ['1.jpg'] }], { '1.jpg': picture })
  await run()
  const photo = { id: crypto.randomUUID(), width: 60, height: 40, placeholder: '' }
  const attempts = [
    stranger.client.rpc('store_import_photo', { import: id, number: 1, photo }),
    stranger.client.rpc('leave_out_import_photos', { import: id, numbers: [1], reason: 'x' }),
    stranger.client.rpc('add_import_photos', { import: id, photos: [] }),
  ]
  for (const { error } of await Promise.all(attempts)) expect(error?.code).toBe('PT404')
  expect((await stranger.client.from('import_photos').select()).data).toEqual([])
  expect((await stranger.client.rpc('describe_import_result', { import: id })).data).toBeNull()
  const late = await member.client.rpc('add_import_photos', { import: id, photos: [] })
  expect(late.error?.code).toBe('PT409')
  await member.client.rpc('undo_import', { import: id })
  await send()
  expect(await storer({ number: 1, isPicture: false }, new Blob([picture]))).toContain('takes no photos now')
  expect(await app.owner`select from public.photos where author_id = ${member.id}`).toHaveLength(0)
})

test('imports an archive that has only stories and lists, and publishes stories only if the member chose so', async () => {
  const account = {
    format: 'hereabouts',
    lists: [{ title: 'To see', description: 'By bicycle.', visibility: 'public', kind: 'own' }],
    posts: [
      { id: 'a', title: 'Told', body: 'Text', status: 'published', visibility: 'public' },
      { id: 'b', title: 'Begun', body: 'Text', status: 'draft', visibility: 'public' },
    ],
    photos: [],
  }
  const file = pack({ 'hereabouts/account.json': toBytes(JSON.stringify(account)) })
  const { archive } = await readBlob('my-data.zip', file)
  const move = async (publishesStories: boolean) => {
    const options = { name: 'my-data.zip', rows: [], visibility: 'archive' as const, archive, publishesStories }
    const started = await startImport(member.client, options)
    await sendRows(member.client, started)
    await run()
    return started.id
  }
  const list = () =>
    app.owner`select title, status, visibility from public.posts where author_id = ${member.id} order by title`
  const quiet = await move(false)
  expect(await list()).toEqual([
    { title: 'Begun', status: 'draft', visibility: 'private' },
    { title: 'Told', status: 'draft', visibility: 'private' },
  ])
  await member.client.rpc('undo_import', { import: quiet })
  const open = await move(true)
  const [begun, told] = await list()
  expect(begun).toMatchObject({ status: 'draft', visibility: 'private' })
  expect(told).toEqual({ title: 'Told', status: 'published', visibility: 'public' })
  const lists =
    await app.owner`select title, description, visibility from public.lists where author_id = ${member.id} and kind = 'own'`
  expect(lists).toEqual([{ title: 'To see', description: 'By bicycle.', visibility: 'public' }])
  await member.client.rpc('undo_import', { import: open })
  expect(await list()).toEqual([])
})

test('deletes a review when its row is undone', async () => {
  const started = await member.client.rpc('start_import', { name: 'reviews', row_count: 1, visibility: 'private' })
  const id = started.data ?? ''
  const row = {
    number: 1,
    title: 'Public mill',
    category: 'ruin',
    lng: 7.9,
    lat: 45.2,
    details: { review: { rating: 4, body: 'Dark.' } },
  }
  await member.client.rpc('add_import_rows', { import: id, rows: [row] })
  await member.client.rpc('set_import_status', { import: id, status: 'running' })
  await run()
  const count = () => app.owner`select from public.reviews where author_id = ${member.id}`
  expect(await count()).toHaveLength(1)
  await member.client.rpc('undo_import', { import: id, numbers: [1] })
  expect(await count()).toHaveLength(0)
})
