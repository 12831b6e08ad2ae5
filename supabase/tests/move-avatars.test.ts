import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveAvatars } from '../../web/app/features/account/members/move-avatars.server.ts'
import { reconcileFiles } from '../../web/app/features/media/delete-unused-files.server.ts'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

const NOW = 'http://hereabouts.test/storage/v1/object/public/avatars'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

/** Signs a member up with a stored picture, whose URL begins with a base, and returns its file. */
async function createMember(name: string, base: string) {
  const { client, id } = await signUp(app, `${name}@example.org`)
  const file = `${id}/face.webp`
  await client.storage.from('avatars').upload(file, new Blob(['x'], { type: 'image/webp' }))
  const url = `${base}/${file}`
  await app.owner`update auth.users set raw_user_meta_data = ${app.owner.json({ username: name, avatar_url: url })} where id = ${id}`
  await app.owner`
    insert into public.users (id, username, avatar_url) values (${id}, ${name}, ${url})
    on conflict (id) do update set username = ${name}, avatar_url = ${url}`
  return { client, id, file }
}

const listUrls = (id: string) => app.owner`
  select avatar_url, raw_user_meta_data ->> 'avatar_url' as metadata, raw_user_meta_data ->> 'username' as username
  from public.users join auth.users as account using (id) where id = ${id}`

test('changes the URLs of stored pictures after the site got another URL, and keeps the files', async () => {
  const { id, file } = await createMember('ada', 'http://localhost:3000/map/storage/v1/object/public/avatars')
  await moveAvatars(app.server())
  const url = `${NOW}/${file}`
  expect(await listUrls(id)).toEqual([{ avatar_url: url, metadata: url, username: 'ada' }])
  await app.owner`update storage.objects set created_at = created_at - interval '1 hour'`
  await app.owner`update private.file_deletions set due_at = now()`
  await reconcileFiles(app.server())
  expect(await app.owner`select * from public.take_file_deletions(10)`).toEqual([])
  const [before] = await app.owner`select updated_at from public.users where id = ${id}`
  await moveAvatars(app.server())
  expect(await app.owner`select updated_at from public.users where id = ${id}`).toEqual([before])
})

test('keeps pictures of other sites, and URLs of files of others', async () => {
  const elsewhere = await createMember('bob', 'https://faces.example')
  await moveAvatars(app.server())
  expect(await listUrls(elsewhere.id)).toMatchObject([{ avatar_url: `https://faces.example/${elsewhere.file}` }])
  const stolen = `https://old.example/storage/v1/object/public/avatars/${elsewhere.file}`
  const { id } = await createMember('cleo', 'https://faces.example')
  await app.owner`update public.users set avatar_url = ${stolen} where id = ${id}`
  await moveAvatars(app.server())
  expect(await listUrls(id)).toMatchObject([{ avatar_url: stolen }])
})

test('is a chore of the server that members cannot call', async () => {
  const { client } = await createMember('dora', NOW)
  expect((await client.rpc('move_avatars', { base: 'https://evil.example/' })).error?.code).toBe('42501')
})
