import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi, type MemberApi } from './member-api.ts'
import { createPeople, type People } from './people.ts'

let people: People
let author: MemberApi

beforeAll(async () => {
  people = await createPeople()
  author = await createApi(people, 'author')
})
afterAll(() => people[Symbol.asyncDispose]())

/** The claims of a session that the member granted to an OAuth app. */
async function letIn(): Promise<Record<string, unknown>> {
  const client = randomUUID()
  const session = await author.signIn({ userAgent: 'App' })
  await people.owner`
    insert into auth.oauth_clients (id, registration_type, redirect_uris, grant_types, token_endpoint_auth_method)
    values (${client}, 'manual', 'https://app.example/cb', 'authorization_code', 'none')`
  await people.owner`update auth.sessions set oauth_client_id = ${client} where id = ${session}`
  return { ...author.claims, session_id: session, client_id: client }
}

test('rejects OAuth apps that list or end sessions or delete the account', async () => {
  const app = await letIn()
  const calls = ['list_own_sessions()', 'delete_other_sessions()', `delete_session('${author.sessionId}')`]
  for (const call of [...calls, 'request_account_deletion(true)', 'cancel_account_deletion()']) {
    const work = author.run((sql) => sql.unsafe(`select * from public.${call}`), app)
    await expect(work, call).rejects.toThrow('Connected apps may not do this.')
  }
  for (const call of calls) await author.run((sql) => sql.unsafe(`select * from public.${call}`))
})
