import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALICE, BOB, createTestStorage } from '../../backend/src/storage/test/test-storage.ts'

const ADA = '00000000-0000-4000-8000-00000000000c'
const ACCOUNTS = `
  insert into auth.users (id, email) values
    ('${ALICE}', 'alice@example.org'), ('${BOB}', 'bob@example.org'), ('${ADA}', 'ada@example.org');
  insert into public.users (id, username) values ('${ALICE}', 'alice'), ('${BOB}', 'bob'), ('${ADA}', 'ada');
`

let storage: Awaited<ReturnType<typeof createTestStorage>>
beforeAll(async () => {
  storage = await createTestStorage({ sql: ACCOUNTS })
})
afterAll(() => storage[Symbol.asyncDispose]())

/** Creates a public spot of Alice with a photo, and signed URLs of its file for a visitor and for another member. */
async function signPhoto() {
  const owner = storage.database.connect('owner', { max: 1 })
  const id = crypto.randomUUID()
  const file = `${ALICE}/${id}/480.webp`
  const { error } = await storage.admin.storage.from('photos').upload(file, 'photo', { contentType: 'image/webp' })
  expect(error).toBeNull()
  const [spot] = await owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, precision, visibility, status, author_id)
    values ('Mill', 'castle', 8, 47, 'exact', 'public', 'published', ${ALICE}) returning id`
  const spotId = spot?.id ?? ''
  await owner`insert into public.photos (id, spot_id, author_id, storage_path, width, height)
    values (${id}, ${spotId}, ${ALICE}, ${`${ALICE}/${id}`}, 480, 320)`
  const signers = [storage.visitor, await storage.as(BOB)]
  const signed = await Promise.all(
    signers.map((client) => client.storage.from('photos').createSignedUrl(file, 10 ** 9)),
  )
  const open = async () => {
    const responses = signed.map(({ data }) => storage.service.fetch(new Request(data?.signedUrl ?? '')))
    return (await Promise.all(responses)).map(({ status }) => status)
  }
  expect(await open()).toEqual([200, 200])
  return { owner, id, spotId, file, open }
}

type Signed = Awaited<ReturnType<typeof signPhoto>>
const ways: [string, (signed: Signed) => Promise<unknown>][] = [
  [
    'its spot becomes private',
    ({ owner, spotId }) => owner`
    update public.spots set visibility = 'private' where id = ${spotId}`,
  ],
  [
    'its spot becomes unlisted to a draft',
    ({ owner, spotId }) => owner`
    update public.spots set status = 'draft' where id = ${spotId}`,
  ],
  [
    'a moderator removes its spot',
    ({ owner, spotId }) => owner`
    update public.spots set status = 'removed', removal_reason = 'spam' where id = ${spotId}`,
  ],
  ['its spot is deleted', ({ owner, spotId }) => owner`delete from public.spots where id = ${spotId}`],
  ['the photo is deleted', ({ owner, id }) => owner`delete from public.photos where id = ${id}`],
  ['the photo leaves its spot', ({ owner, id }) => owner`update public.photos set spot_id = null where id = ${id}`],
  ['the file is deleted', ({ file }) => storage.admin.storage.from('photos').remove([file])],
  ['the file moves', ({ file }) => storage.admin.storage.from('photos').move(file, `${BOB}/elsewhere/480.webp`)],
]

test.each(ways)('ends signed URLs of a photo when %s (storage 6.1)', async (_name, hide) => {
  const signed = await signPhoto()
  await hide(signed)
  expect(await signed.open()).toEqual([400, 400])
})

test('opens signed URLs again when the spot is public again (storage 6.1)', async () => {
  const { owner, spotId, open } = await signPhoto()
  await owner`update public.spots set visibility = 'private' where id = ${spotId}`
  expect(await open()).toEqual([400, 400])
  await owner`update public.spots set visibility = 'public' where id = ${spotId}`
  expect(await open()).toEqual([200, 200])
})
