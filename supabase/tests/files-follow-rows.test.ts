import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteDueAccounts } from '../../web/app/features/account/delete-due-accounts.server.ts'
import { deleteUnusedFiles, reconcileFiles } from '../../web/app/features/media/delete-unused-files.server.ts'
import { deletePhoto } from '../../web/app/features/media/photo-delete.server.ts'
import { uploadPhoto } from '../../web/app/features/media/upload/photo-upload.server.ts'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

let app: TestApp
let picture: Blob

beforeAll(async () => {
  app = await createTestApp()
  await app.owner`update private.write_limits set per_hour = 100000`
  const background = { r: 10, g: 120, b: 90 }
  const image = sharp({ create: { width: 24, height: 16, channels: 3, background } })
  picture = new Blob([new Uint8Array(await image.jpeg().toBuffer())], { type: 'image/jpeg' })
})
beforeEach(async () => {
  await app.owner`delete from auth.users`
  await app.owner`delete from public.spots`
  await runChores()
})
afterAll(() => app[Symbol.asyncDispose]())

/** Makes all rows and files an hour older, and runs the chores that the server would have run in the meantime. */
async function runChores() {
  await app.owner`update storage.objects set created_at = created_at - interval '1 hour'`
  await app.owner`update public.photos set created_at = created_at - interval '1 hour'`
  await app.owner`update private.file_deletions set due_at = now(), queued_at = queued_at - interval '1 hour'`
  await app.owner`update public.account_deletions set started_at = started_at - interval '1 hour'`
  const server = app.server()
  await deleteDueAccounts(server)
  await reconcileFiles(server)
  await deleteUnusedFiles(server)
}

const listFiles = () =>
  app.owner<{ bucket_id: string; name: string }[]>`select bucket_id, name from storage.objects order by name`

async function createMember(name: string, send?: typeof fetch) {
  const { client, id } = await signUp(app, `${name}@example.org`, send)
  await app.owner`insert into public.users (id, username) values (${id}, ${name}) on conflict do nothing`
  const store = { supabase: client, folder: app.server(send).storage.from('photos') }
  return { client, id, upload: () => uploadPhoto(store, id, picture) }
}
type Member = Awaited<ReturnType<typeof createMember>>

async function submitSpot({ client, id, upload }: Member) {
  const photo = await upload()
  const spot = { title: 'Mill', category: 'castle', lng: 8, lat: 47, status: 'published' } as const
  const { data } = await client.from('spots').insert(spot).select('id').single()
  await client
    .from('photos')
    .update({ spot_id: data?.id ?? '' })
    .eq('id', photo.id)
  return { spotId: data?.id ?? '', photoId: photo.id, authorId: id }
}

test.each<[string, (member: Member, spot: { spotId: string; photoId: string }) => Promise<unknown>]>([
  ['its row', (member, { photoId }) => deletePhoto(member.client, photoId)],
  ['its spot', async ({ client }, { spotId }) => client.rpc('delete_spot', { id: spotId })],
  ['its author by the operator', async ({ id }) => app.owner`delete from auth.users where id = ${id}`],
  ['its spot by the operator', async (_member, { spotId }) => app.owner`delete from public.spots where id = ${spotId}`],
])('deletes the files of a photo with %s', async (name, remove) => {
  const member = await createMember('ada')
  const spot = await submitSpot(member)
  if (name.includes('author')) await app.owner`update public.spots set visibility = 'private'`
  expect((await listFiles()).length).toBeGreaterThan(0)
  await remove(member, spot)
  await deleteUnusedFiles(app.server())
  expect(await listFiles()).toEqual([])
  expect(await app.owner`select from private.file_deletions`).toHaveLength(0)
  expect(await app.owner`select from private.storage_usage where files <> 0 or bytes <> 0`).toHaveLength(0)
})

test('hides the files of a deleted photo from its author at once, and shows those of a draft', async () => {
  const ada = await createMember('ada')
  const photo = await ada.upload()
  const files = ada.client.storage.from('photos')
  const [file] = await listFiles()
  expect((await files.download(file?.name ?? '')).error).toBeNull()
  await app.owner`delete from public.photos where id = ${photo.id}`
  expect((await files.download(file?.name ?? '')).error).not.toBeNull()
})

test('keeps the files of photos whose author has left, and of the current profile picture', async () => {
  const [ada, bob] = [await createMember('ada'), await createMember('bob')]
  await submitSpot(ada)
  const kept = await listFiles()
  await app.owner`delete from auth.users where id = ${ada.id}`
  const avatars = bob.client.storage.from('avatars')
  for (const name of ['old', 'new']) {
    const path = `${bob.id}/${name}.webp`
    await avatars.upload(path, picture)
    await bob.client
      .from('users')
      .update({ avatar_url: avatars.getPublicUrl(path).data.publicUrl })
      .eq('id', bob.id)
  }
  await deleteUnusedFiles(app.server())
  const expected = [...kept, { bucket_id: 'avatars', name: `${bob.id}/new.webp` }]
  expect(new Set(await listFiles())).toEqual(new Set(expected))
  await runChores()
  expect(new Set(await listFiles())).toEqual(new Set(expected))
})

test('keeps the files of an upload that is still running, and deletes those of an abandoned one', async () => {
  const { id } = await createMember('ada')
  await app.server().storage.from('photos').upload(`${id}/${randomUUID()}/24.webp`, picture)
  await reconcileFiles(app.server())
  await deleteUnusedFiles(app.server())
  expect(await listFiles()).toHaveLength(1)
  await runChores()
  expect(await listFiles()).toHaveLength(0)
})

test('deletes photos without files, and photos that were not submitted within 30 days', async () => {
  const ada = await createMember('ada')
  await ada.upload()
  await app.owner`insert into public.photos (author_id, storage_path, width, height)
    values (${ada.id}, ${`${ada.id}/lost`}, 10, 10)`
  await runChores()
  expect(await app.owner`select from public.photos`).toHaveLength(1)
  await app.owner`update public.photos set created_at = created_at - interval '30 days'`
  await runChores()
  expect([await app.owner`select from public.photos`, await listFiles()]).toEqual([[], []])
})

test('assigns a file to one server, and to another when the first one stops', async () => {
  const ada = await createMember('ada')
  await ada.upload()
  await app.owner`delete from public.photos`
  const take = async () => (await app.server().rpc('take_file_deletions', { most: 100 })).data?.length
  expect([await take(), await take()].map(Boolean)).toEqual([true, false])
  await app.owner`update private.file_deletions set due_at = now()`
  await deleteUnusedFiles(app.server())
  expect(await listFiles()).toEqual([])
})

test('lets only the server see and run the deletions', async () => {
  const { client } = await createMember('ada')
  for (const name of ['reconcile_files', 'file_report'] as const)
    expect((await client.rpc(name)).error?.code).toBe('42501')
  expect((await client.rpc('take_file_deletions', { most: 1 })).error?.code).toBe('42501')
})

/** Random numbers that repeat from a seed, so that a failure can be reproduced. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/**
 * Returns the fetch of a server that dies at its n-th call, before or after the service has processed the call. Each
 * call is one transaction, so these are all distinguishable moments. Nothing runs after the death.
 */
function createDyingFetch(random: (below: number) => number) {
  let left = Number.POSITIVE_INFINITY
  const send: typeof fetch = async (input, init) => {
    left -= 1
    const isLast = left === 0
    if (left < 0 || (isLast && random(2) === 0)) throw new TypeError('killed')
    const response = await app.fetch(input, init)
    if (!isLast) return response
    await response.arrayBuffer()
    throw new TypeError('killed')
  }
  return {
    send,
    /** Runs work that dies at a random call, or not at all. */
    async run(work: () => Promise<unknown>) {
      left = 1 + random(8)
      await work().catch(() => undefined)
      left = Number.POSITIVE_INFINITY
    },
  }
}

test('leaves no file without a row and no row without files after any operations and kills', async () => {
  const random = createRandom(7)
  const { send, run } = createDyingFetch(random)
  const members = [await createMember('ada', send), await createMember('bob', send)]
  const server = app.server(send)
  const pick = <Item>(items: Item[]) => items[random(items.length)]
  const operations: ((member: Member) => Promise<unknown>)[] = [
    ({ upload }) => upload(),
    (member) => submitSpot(member),
    (member) => submitSpot(member),
    async ({ client, id }) => {
      const [photo] = (await client.from('photos').select('id').eq('author_id', id).limit(1)).data ?? []
      await deletePhoto(client, photo?.id ?? '')
    },
    async ({ client, id }) => {
      const [spot] = (await client.from('spots').select('id').eq('author_id', id).limit(1)).data ?? []
      await client.rpc('delete_spot', { id: spot?.id ?? '' })
    },
    async ({ client, id }) => {
      const avatars = client.storage.from('avatars')
      const path = `${id}/${randomUUID()}.webp`
      await avatars.upload(path, picture)
      await client
        .from('users')
        .update({ avatar_url: avatars.getPublicUrl(path).data.publicUrl })
        .eq('id', id)
    },
    () => deleteUnusedFiles(server),
    () => reconcileFiles(server),
  ]
  for (let count = 0; count < 60; count += 1) {
    const [operation, member] = [pick(operations), pick(members)]
    if (operation && member) await run(() => operation(member))
  }
  await app.owner`insert into public.account_deletions (user_id, keep_content, requested_at, due_at)
    values (${members[0]?.id ?? ''}, false, now() - interval '8 days', now() - interval '1 minute')`
  await run(() => deleteDueAccounts(server))
  await runChores()
  await expectNoOrphans()
  expect((await listFiles()).length).toBeGreaterThan(0)
  for (const { id } of members) await app.owner`delete from auth.users where id = ${id}`
  await app.owner`delete from public.spots`
  await runChores()
  expect(await listFiles()).toEqual([])
})

/** Compares rows, files and the content in the store. */
async function expectNoOrphans() {
  const report = { unused_files: 0, photos_without_files: 0, queued: 0, oldest_queued_at: null }
  expect((await app.server().rpc('file_report')).data).toEqual(report)
  const { cleaner } = app.storage.service
  await app.owner`update storage.blob_deletions set not_before = now()`
  await cleaner.deleteDue()
  await cleaner.deleteAbandoned(-1000)
  const rows = await app.owner<{ version: string }[]>`select version from storage.objects order by version`
  expect((await app.storage.listBlobs()).sort()).toEqual(rows.map(({ version }) => version))
}
