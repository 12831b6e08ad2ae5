import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

let app: TestApp
let spot: string

beforeAll(async () => {
  app = await createTestApp()
  const author = await signUp(app, 'author@example.org')
  const [created] = await app.owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, visibility, status, author_id)
    values ('Members only', 'castle', 7.7, 45, 'members', 'published', ${author.id}) returning id`
  spot = created?.id ?? ''
})
afterAll(() => app[Symbol.asyncDispose]())

const DELETED = { message: 'This account has been deleted. Sign in with another account.', hint: 'session_ended' }

test.each([
  ['soft-deleted', true],
  ['deleted', false],
])('neither reads, writes nor uploads with the access token of a %s account', async (name, isSoft) => {
  const { client, id } = await signUp(app, `${name}@example.org`)
  expect((await client.from('spots').select('title')).data).toEqual([{ title: 'Members only' }])
  const files = client.storage.from('avatars')
  const { data: signed } = await files.createSignedUploadUrl(`${id}/signed.png`)
  expect((await app.server().auth.admin.deleteUser(id, isSoft)).error).toBeNull()
  const attempts = [
    client.from('spots').select('title'),
    client.from('users').upsert({ id, username: 'ghost' }),
    client.from('comments').insert({ spot_id: spot, body: 'Still here' }),
    client.rpc('create_list', { title: 'New' }),
    client.rpc('account_page'),
    client.rpc('start_import', { name: 'mine.zip', row_count: 1 }),
    client.rpc('request_account_deletion', { keep_content: true }),
  ]
  for (const [index, attempt] of attempts.entries()) {
    const { status, error } = await attempt
    expect([index, status, error]).toEqual([index, 403, expect.objectContaining(DELETED)])
  }
  const upload = await files.upload(`${id}/a.png`, Buffer.from('not a picture'), { contentType: 'image/png' })
  expect(upload.error).toMatchObject({ statusCode: '403', message: DELETED.message })
  expect((await files.createSignedUploadUrl(`${id}/b.png`)).error).toMatchObject({ message: DELETED.message })
  const picture = Buffer.from('not a picture')
  const late = await files.uploadToSignedUrl(signed?.path ?? '', signed?.token ?? '', picture, {
    contentType: 'image/png',
  })
  expect(late.error).toMatchObject({ message: DELETED.message })
  expect(await app.owner`select from storage.objects where name like ${`${id}/%`}`).toEqual([])
})
