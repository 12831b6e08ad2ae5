import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { createAuthService } from '../../backend/src/auth/service.ts'
import { parseAuthSettings } from '../../backend/src/auth/settings.ts'
import { createLog } from '../../backend/src/http/log.ts'
import { createRestService } from '../../backend/src/rest/service.ts'
import { readRestSettings } from '../../backend/src/rest/settings.ts'
import { createTestStorage, TEST_KEYS } from '../../backend/src/storage/test/test-storage.ts'
import { deleteDueAccounts } from '../../web/app/features/account/delete-due-accounts.server.ts'
import type { Database } from '../../web/app/lib/database.types.ts'

const HOST = 'http://hereabouts.test'
const PASSWORD = 'correct horse 7'

/** All services over one database, with the official client. */
async function setUp() {
  const storage = await createTestStorage()
  const shared = { connect: storage.database.connect, tokens: storage.tokens, keys: TEST_KEYS, log: createLog('error') }
  const rest = await createRestService({ ...shared, settings: readRestSettings() })
  const auth = createAuthService({ ...shared, settings: parseAuthSettings({}, { siteUrl: HOST, apiUrl: HOST }) })
  const fetchInProcess: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url.includes('/rest/v1')) return rest.fetch(request)
    if (request.url.includes('/storage/v1')) return storage.service.fetch(request)
    return auth.fetch(new Request(request.url.replace('/auth/v1', ''), request))
  }
  const connect = (key: string) =>
    createClient<Database>(HOST, key, {
      global: { fetch: fetchInProcess },
      auth: { persistSession: false, autoRefreshToken: false },
    })
  return {
    owner: storage.database.connect('owner', { max: 1 }),
    server: connect(TEST_KEYS.secretKey),
    member: () => connect(TEST_KEYS.publishableKey),
    async [Symbol.asyncDispose]() {
      await rest.close()
      await storage[Symbol.asyncDispose]()
    },
  }
}

type App = Awaited<ReturnType<typeof setUp>>

async function signUp({ member }: App, email: string) {
  const client = member()
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error || !data.user) throw error ?? new Error('no account')
  return { client, id: data.user.id }
}

const makeDue = ({ owner }: App) => owner`
  update public.account_deletions set requested_at = now() - interval '8 days', due_at = now() - interval '1 minute'`

test('deletes a due account with its files and keeps others and those that are not due', async () => {
  await using app = await setUp()
  const ada = await signUp(app, 'ada@example.org')
  const bob = await signUp(app, 'bob@example.org')
  for (const { client, id } of [ada, bob]) {
    await client.storage.from('avatars').upload(`${id}/face.webp`, new Blob(['x'], { type: 'image/webp' }))
    await client.from('spots').insert({ title: 'Mill', category: 'castle', lng: 8, lat: 47, status: 'published' })
  }
  expect((await ada.client.rpc('request_account_deletion', { keep_content: false })).error).toBeNull()
  await deleteDueAccounts(app.server)
  expect(await app.owner`select from auth.users`).toHaveLength(2)
  await makeDue(app)
  await Promise.all([deleteDueAccounts(app.server), deleteDueAccounts(app.server)])
  expect(await app.owner`select id from auth.users`).toEqual([{ id: bob.id }])
  expect(await app.owner`select name from storage.objects`).toEqual([{ name: `${bob.id}/face.webp` }])
  expect(await app.owner`select author_id from public.spots`).toEqual([{ author_id: bob.id }])
  const again = await ada.client.auth.signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
  expect(again.error?.code).toBe('invalid_credentials')
})

test('does not fail when the operator has deleted the account in the meantime', async () => {
  await using app = await setUp()
  const ada = await signUp(app, 'ada@example.org')
  await ada.client.rpc('request_account_deletion', { keep_content: true })
  await makeDue(app)
  const deleting = app.server.rpc('begin_account_deletion')
  const [due] = (await deleting).data ?? []
  expect(due).toMatchObject({ user_id: ada.id })
  await app.owner`delete from auth.users`
  await deleteDueAccounts(app.server)
})

test('lets a member manage sessions and the deletion request with the official client', async () => {
  await using app = await setUp()
  const ada = await signUp(app, 'ada@example.org')
  const phone = app.member()
  await phone.auth.signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
  const { data } = await ada.client.rpc('list_own_sessions')
  expect(data).toEqual([expect.objectContaining({ is_current: true }), expect.objectContaining({ is_current: false })])
  expect((await ada.client.rpc('delete_other_sessions')).data).toBe(1)
  const refused = await phone.rpc('request_account_deletion', { keep_content: true })
  expect([refused.status, refused.error?.hint]).toEqual([403, 'session_ended'])
  expect((await phone.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await app.member().rpc('list_own_sessions')).status).toBe(401)
})
