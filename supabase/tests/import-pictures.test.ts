import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uploadAvatar } from '../../web/app/features/account/members/upload-avatar.server.ts'
import { createDraftRows } from '../../web/app/features/imports/draft-rows.ts'
import { RECORD_KINDS, type RecordKind } from '../../web/app/features/imports/reading/archive/own-records.ts'
import { readBlob } from '../../web/app/features/imports/reading/read-files.ts'
import { sendPhotos } from '../../web/app/features/imports/send-photos.ts'
import { sendRows, startImport } from '../../web/app/features/imports/stage-rows.ts'
import { createPhotoStorer } from '../../web/app/features/imports/store-import-photo.server.ts'
import { createZip } from '../../web/server/resources/exports/zip-stream.ts'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

let app: TestApp
let member: Awaited<ReturnType<typeof signUp>>
let picture: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await createTestApp()
  member = await signUp(app, 'member@example.org')
  await app.owner`insert into public.users (id, username) values (${member.id}, 'member')`
  picture = new Uint8Array(
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#286' } })
      .png()
      .toBuffer(),
  )
})
beforeEach(async () => {
  await app.owner`delete from public.imports`
  await app.owner`delete from private.write_counts`
  await app.owner`update public.users set avatar_url = null, bio = null`
  await member.client.auth.updateUser({ data: { username: 'member', avatar_url: null } })
})
afterAll(() => app[Symbol.asyncDispose]())

function pack(files: Record<string, Uint8Array>): Blob {
  const zip = createZip()
  const chunks = Object.entries(files).flatMap(([name, bytes]) => [...zip.addPicture(name, bytes)])
  return new Blob([...chunks, ...zip.end()].map((chunk) => new Uint8Array(chunk)))
}

/** Imports an archive with a spot and a picture, and returns its id. */
async function bring(files: Record<string, Uint8Array>, records: RecordKind[] = [...RECORD_KINDS]): Promise<string> {
  const account = {
    ...{ format: 'hereabouts', version: 5, lists: [], posts: [] },
    profile: { bio: 'Looks for mills.', avatar_file: 'profile/picture.webp' },
  }
  const spot = {
    ...{ type: 'Feature', id: 'ownmill22222', geometry: { type: 'Point', coordinates: [7.7, 45.05] } },
    properties: { title: 'Own mill', category: 'ruin' },
  }
  const file = pack({
    'hereabouts/account.json': toBytes(JSON.stringify(account)),
    'spots.geojson': toBytes(JSON.stringify({ type: 'FeatureCollection', features: [spot] })),
    ...files,
  })
  const reading = await readBlob('my-data.zip', file)
  const started = await startImport(member.client, {
    ...{ name: 'my-data.zip', rows: createDraftRows(reading), archive: reading.archive, records },
    visibility: 'archive',
  })
  await sendRows(member.client, started)
  const store = { supabase: member.client, folder: app.server().storage.from('photos') }
  await sendPhotos(member.client, { ...started, files: [file] }, createPhotoStorer(store, started.id, member.id))
  for (let left = 1; left > 0; ) left = (await app.server().rpc('continue_imports', { most: 500 })).data ?? 0
  return started.id
}

const listSettings = (id: string) => app.owner`
  select name, state, reason from public.import_records where import_id = ${id} and kind = 'setting' order by number`
const findRow = async () => {
  const [row] = await app.owner<{ avatar_url: string | null; data: { username: string; avatar_url: string | null } }[]>`
    select avatar_url, raw_user_meta_data as data from public.users join auth.users as account using (id) where id = ${member.id}`
  return row
}
const toBytes = (text: string) => new TextEncoder().encode(text)
const FILE = 'profile/picture.webp'
const PROFILE = { name: 'Profile', state: 'created', reason: '' }

test('sets the profile picture of a member without one from an archive, and removes it with the import', async () => {
  const id = await bring({ [FILE]: picture })
  expect(await listSettings(id)).toEqual([{ name: 'Picture', state: 'created', reason: '' }, PROFILE])
  const row = await findRow()
  expect(row?.avatar_url).toMatch(new RegExp(`/avatars/${member.id}/[0-9a-f-]+\\.webp$`))
  // The next sign-in writes the row from this metadata, so the metadata must contain the picture.
  expect(row?.data).toMatchObject({ username: 'member', avatar_url: row?.avatar_url })
  expect(await app.owner`select from public.photos`).toEqual([])
  const { data } = await member.client.rpc('describe_import_result', { import: id })
  expect(data).toMatchObject({ photos: {}, records: { 'setting created': 2 } })
  await member.client.rpc('undo_import', { import: id })
  expect(await findRow()).toMatchObject({ avatar_url: null, data: { username: 'member', avatar_url: null } })
})

test('keeps the picture that the member has, and one that they chose after the import', async () => {
  const choose = async () => {
    const avatar_url = await uploadAvatar(member.client, member.id, new Blob([picture]))
    await member.client.from('users').update({ avatar_url }).eq('id', member.id)
    return avatar_url
  }
  const own = await choose()
  const second = await bring({ [FILE]: picture })
  expect(await listSettings(second)).toMatchObject([
    { name: 'Picture', state: 'failed', reason: 'You already have a picture on this site.' },
    PROFILE,
  ])
  expect((await findRow())?.avatar_url).toBe(own)
  await app.owner`update public.users set avatar_url = null, bio = null`
  const third = await bring({ [FILE]: picture })
  const later = await choose()
  await member.client.rpc('undo_import', { import: third })
  expect((await findRow())?.avatar_url).toBe(later)
})

test.each([
  ['is no picture', { [FILE]: toBytes('<script>') }, /JPEG|picture|photo/i],
  ['is empty', { [FILE]: new Uint8Array() }, /./],
  ['is missing', {}, /does not contain/],
])('says in a sentence that the picture %s, and imports the rest', async (_what, files, reason) => {
  const id = await bring(files)
  const [first, ...others] = await listSettings(id)
  expect(first).toEqual({ name: 'Picture', state: 'failed', reason: expect.stringMatching(reason) })
  expect(others).toEqual([PROFILE])
  expect((await findRow())?.avatar_url).toBeNull()
  expect(await app.owner`select from public.import_rows where import_id = ${id} and spot_id is not null`).toHaveLength(
    1,
  )
})

test('leaves the picture out if the member restores no settings', async () => {
  const id = await bring({ [FILE]: picture }, ['comment'])
  expect(await listSettings(id)).toEqual([])
  expect(await app.owner`select from public.import_photos where import_id = ${id}`).toEqual([])
  expect((await findRow())?.avatar_url).toBeNull()
})

test("records only the picture of the import's owner, and only if the import has one", async () => {
  const stranger = await signUp(app, 'stranger@example.org')
  await app.owner`insert into public.users (id, username) values (${stranger.id}, 'stranger')`
  const id = await bring({}, ['comment'])
  const note = (client: typeof member.client, url: string) =>
    client.rpc('note_import_picture', { import: id, number: 1, url }).then(({ error }) => error?.code)
  expect(await note(stranger.client, 'https://example.org/x.webp')).toBe('PT404')
  expect(await note(member.client, 'https://example.org/x.webp')).toBe('PT409')
  await app.owner`update public.users set avatar_url = 'https://example.org/x.webp' where id = ${member.id}`
  expect(await note(member.client, 'https://example.org/x.webp')).toBe('PT404')
  expect(await app.owner`select from public.import_records where import_id = ${id}`).toEqual([])
})
