import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../backend/src/postgres/statements/sql.ts'
import { createApi, type MemberApi } from './member-api.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let author: MemberApi
let stranger: MemberApi

beforeAll(async () => {
  people = await createPeople()
  author = await createApi(people, 'author')
  stranger = await createApi(people, 'stranger')
  const { owner, ids } = people
  for (const [member, status] of [
    [ids.author, 'verified'],
    [ids.stranger, 'unverified'],
  ] as const) {
    await owner`insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
      values (${randomUUID()}, ${member}, 'totp', ${status}, 'secret', now(), now())`
  }
})
afterAll(() => people[Symbol.asyncDispose]())

const READS = [
  'users',
  'notifications',
  'lists',
  'links',
  'follows',
  'account_deletions',
  'reports',
  'blocks',
  'suggestions',
]
const read = (table: string) => (sql: Transaction) => sql`select from public.${sql.identifier(table)}`
const rename = (sql: Transaction) => sql`update public.users set bio = 'Taken over' where id = auth.uid() returning id`

test('denies reads and writes to a session without the second factor of its account', async () => {
  for (const table of READS) {
    // The policy is evaluated only if the table has a row.
    const rows = await people.owner`select from public.${people.owner.identifier(table)} limit 1`
    if (rows.length > 0) expect([table, await findErrorCode(author.run(read(table)))]).toEqual([table, 'PT403'])
  }
  expect(await findErrorCode(author.run(rename))).toBe('PT403')
})

test.each([
  'list_own_sessions()',
  'delete_other_sessions()',
  'delete_session(gen_random_uuid())',
  'cancel_account_deletion()',
  'revoke_personal_token(gen_random_uuid())',
])('denies %s without the second factor', async (call) => {
  const attempt = (claims: MemberApi['claims']) =>
    findErrorCode(author.run((sql) => sql.unsafe(`select public.${call}`), claims))
  expect(await attempt(author.claims)).toBe('PT403')
  expect(await attempt({ ...author.claims, aal: 'aal2' })).toBeUndefined()
})

test.each([
  'list_webhook_deliveries()',
  'resend_webhook_delivery(1)',
  'moderation_members()',
  'moderation_reports()',
  'moderation_waiting()',
  'suggestion_queue()',
  'list_moderation_log()',
  "merge_page('nosuchspot23')",
  "merge_spots('nosuchspot23', 'nosuchspot24')",
  'undo_merge(1)',
  "decide('spot', 'nosuchspot23', 'approved')",
  "undo_removal('spot', 'nosuchspot23')",
])('denies %s to a moderator without the second factor, even on an empty site', async (call) => {
  const moderator = await createApi(people, 'moderator')
  await people.owner`insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
    values (${randomUUID()}, ${people.ids.moderator}, 'totp', 'verified', 'secret', now(), now())`
  const claims = { ...moderator.claims, app_metadata: { role: 'moderator' } }
  const attempt = (given: MemberApi['claims']) =>
    findErrorCode(moderator.run((sql) => sql.unsafe(`select public.${call}`), given))
  expect(await attempt(claims)).toBe('PT403')
  expect(await attempt({ ...claims, aal: 'aal2' })).not.toBe('PT403')
})

test('allows reads and writes after the second factor', async () => {
  const claims = { ...author.claims, aal: 'aal2' }
  expect(await author.run(read('users'), claims)).toHaveLength(1)
  expect(await author.run(rename, claims)).toHaveLength(1)
})

test('does not require the second factor from OAuth apps, because it was used for the consent', async () => {
  expect(await author.run(read('users'), { ...author.claims, client_id: randomUUID() })).toHaveLength(1)
})

test('ignores a factor that was never verified', async () => {
  expect(await stranger.run(read('users'))).toHaveLength(1)
})

test('has the RLS policy on every table that members may write', async () => {
  const bare = await people.owner`
    select distinct tablename from pg_policies p
    where schemaname in ('public', 'storage') and cmd in ('INSERT', 'UPDATE', 'DELETE', 'ALL') and permissive = 'PERMISSIVE'
      and not exists (select from pg_policies r where r.schemaname = p.schemaname and r.tablename = p.tablename
        and r.permissive = 'RESTRICTIVE' and r.qual like '%has_valid_session%')`
  expect(bare).toEqual([])
})

test('does not apply to visitors and the server', async () => {
  expect(await people.as('visitor', (sql) => sql`select from public.spots`)).toBeInstanceOf(Array)
  expect(await people.as('service', (sql) => sql`select from public.users`)).toHaveLength(4)
})
