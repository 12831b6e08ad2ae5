import { expect, test } from 'vitest'
import { deleteDueAccounts } from '../../web/app/features/account/delete-due-accounts.server.ts'
import { createTestApp, signIn, signUp, type TestApp } from './test-app.ts'

const makeDue = ({ owner }: TestApp) => owner`
  update public.account_deletions set requested_at = now() - interval '8 days', due_at = now() - interval '1 minute'`

test('deletes an account that is due, with its files, and keeps all others', async () => {
  await using app = await createTestApp()
  const ada = await signUp(app, 'ada@example.org')
  const bob = await signUp(app, 'bob@example.org')
  for (const { client, id } of [ada, bob]) {
    await client.storage.from('avatars').upload(`${id}/face.webp`, new Blob(['x'], { type: 'image/webp' }))
    await client.from('spots').insert({ title: 'Mill', category: 'castle', lng: 8, lat: 47, status: 'published' })
  }
  expect((await ada.client.rpc('request_account_deletion', { keep_content: false })).error).toBeNull()
  await deleteDueAccounts(app.server())
  expect(await app.owner`select from auth.users`).toHaveLength(2)
  await makeDue(app)
  await Promise.all([deleteDueAccounts(app.server()), deleteDueAccounts(app.server())])
  expect(await app.owner`select id from auth.users`).toEqual([{ id: bob.id }])
  expect(await app.owner`select name from storage.objects`).toEqual([{ name: `${bob.id}/face.webp` }])
  expect(await app.owner`select author_id from public.spots`).toEqual([{ author_id: bob.id }])
  const again = await signIn(ada.client, 'ada@example.org')
  expect(again.error?.code).toBe('invalid_credentials')
})

test('does not fail when the operator has deleted the account in the meantime', async () => {
  await using app = await createTestApp()
  const ada = await signUp(app, 'ada@example.org')
  await ada.client.rpc('request_account_deletion', { keep_content: true })
  await makeDue(app)
  const deleting = app.server().rpc('begin_account_deletion')
  const [due] = (await deleting).data ?? []
  expect(due).toMatchObject({ user_id: ada.id })
  await app.owner`delete from auth.users`
  await deleteDueAccounts(app.server())
})

test('lets a member manage sessions and the deletion request with the official client', async () => {
  await using app = await createTestApp()
  const ada = await signUp(app, 'ada@example.org')
  const phone = app.member()
  await signIn(phone, 'ada@example.org')
  const { data } = await ada.client.rpc('list_own_sessions')
  expect(data).toEqual([expect.objectContaining({ is_current: true }), expect.objectContaining({ is_current: false })])
  expect((await ada.client.rpc('delete_other_sessions')).data).toBe(1)
  const rejected = await phone.rpc('request_account_deletion', { keep_content: true })
  expect([rejected.status, rejected.error?.hint]).toEqual([403, 'session_ended'])
  expect((await phone.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await app.member().rpc('list_own_sessions')).status).toBe(401)
})
