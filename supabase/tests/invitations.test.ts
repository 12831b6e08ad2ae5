import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../backend/src/postgres/statements/sql.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update auth.users set raw_app_meta_data = '{"role": "admin"}' where id = ${people.ids.moderator}`
})
afterAll(() => people[Symbol.asyncDispose]())

/** Runs work as an administrator, or as an OAuth app of one. */
const asAdmin = <T>(work: (sql: Transaction) => Promise<T>, more: object = {}) =>
  people.actAs('moderator', async (sql) => {
    const claims = { sub: people.ids.moderator, role: 'authenticated', app_metadata: { role: 'admin' }, ...more }
    await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    return work(sql)
  })

interface Made {
  id: string
  token: string
}

const create = async (sql: Transaction, uses = 1, days = 14) => {
  const [row] = await sql<{ made: Made }[]>`select public.create_invitation(${uses}, ${days}, ' For   jonas ') as made`
  return row?.made ?? { id: '', token: '' }
}
const find = async (token: string) => {
  const [row] = await people.as(
    'visitor',
    (sql) => sql<{ found: Record<string, unknown> }[]>`select public.find_invitation(${token}) as found`,
  )
  return row?.found
}

test('lets administrators invite, and members only while the setting allows it', async () => {
  const { token, id } = await asAdmin(create)
  expect(token).toMatch(/^[a-z2-9]{26}$/)
  expect(await find(token)).toMatchObject({ state: 'valid', invited_by: { username: 'moderator' } })
  expect(await findErrorCode(people.as('author', create))).toBe('PT403')
  expect(await findErrorCode(people.as('visitor', create))).toBe('42501')
  expect(await findErrorCode(asAdmin(create, { client_id: randomUUID() }))).toBe('PT403')
  const [kept] = await people.owner`select note, author_id from public.invitations where id = ${id}`
  expect(kept).toEqual({ note: 'For jonas', author_id: people.ids.moderator })
  await people.owner`update public.instance_settings set members_may_invite = true`
  const own = await people.actAs('author', create)
  expect(await find(own.token)).toMatchObject({ state: 'valid', invited_by: { username: 'author' } })
  expect(await findErrorCode(people.as('author', (sql) => create(sql, 11)))).toBe('PT400')
  await people.owner`update public.instance_settings set members_may_invite = false`
  expect(await find(own.token)).toEqual({ state: 'revoked' })
})

test('rejects invitations for too many people or too many days', async () => {
  for (const [uses, days] of [
    [0, 14],
    [101, 14],
    [1, 0],
    [1, 91],
  ] as const)
    expect(await findErrorCode(asAdmin((sql) => create(sql, uses, days)))).toBe('PT400')
})

test('shows invitations to their author and administrators, without the hash', async () => {
  await people.owner`update public.instance_settings set members_may_invite = true`
  const { id } = await people.actAs('author', create)
  const read = (sql: Transaction) => sql`select note, uses from public.invitations where id = ${id}`
  expect(await people.as('author', read)).toHaveLength(1)
  expect(await people.as('stranger', read)).toHaveLength(0)
  expect(await people.as('moderator', read)).toHaveLength(0)
  expect(await asAdmin(read)).toHaveLength(1)
  expect(await findErrorCode(people.as('visitor', read))).toBe('42501')
  expect(await findErrorCode(asAdmin((sql) => sql`select token_hash from public.invitations`))).toBe('42501')
})

test('lets only its author and administrators revoke an invitation, once', async () => {
  await people.owner`update public.instance_settings set members_may_invite = true`
  const { id, token } = await people.actAs('author', create)
  const revoke = (sql: Transaction) => sql`select public.revoke_invitation(${id})`
  expect(await findErrorCode(people.actAs('stranger', revoke))).toBe('PT404')
  expect(await findErrorCode(people.actAs('moderator', revoke))).toBe('PT404')
  await people.actAs('author', revoke)
  expect(await find(token)).toEqual({ state: 'revoked' })
  expect(await findErrorCode(people.actAs('author', revoke))).toBe('PT404')
})

test('rejects writes to the tables that bypass the functions', async () => {
  const insert = (sql: Transaction) =>
    sql`insert into public.invitations (author_id, token_hash, max_uses, expires_at)
      values (auth.uid(), sha256('x'), 1, now() + interval '1 day')`
  expect(await findErrorCode(asAdmin(insert))).toBe('42501')
  expect(await findErrorCode(asAdmin((sql) => sql`update public.invitations set uses = 0`))).toBe('42501')
  for (const call of [
    "private.use_invitation('x', gen_random_uuid())",
    'private.insert_setup_link()',
    'public.create_setup_link()',
    'private.has_administrator()',
    "private.admits_sign_up('x')",
  ])
    expect([call, await findErrorCode(asAdmin((sql) => sql`select ${sql.raw(call)}`))]).toEqual([call, '42501'])
})

test('returns the same error for every guessed token', async () => {
  for (const guess of ['', 'x', 'a'.repeat(26), 'a'.repeat(5000)])
    expect(await find(guess)).toEqual({ state: 'unknown' })
})

test('logs invitations of administrators and every changed setting', async () => {
  await asAdmin(
    (sql) => sql`update public.instance_settings set site_name = 'Thin places', trusted_after = 7, reviewed_at = now()`,
  )
  await asAdmin((sql) => sql`update public.instance_settings set reviewed_at = now()`)
  const entries = await people.owner`select actor_id, target_title, details from private.moderation_log
    where action = 'change-settings' and target_title like '%site_name%'`
  expect(entries).toEqual([
    {
      actor_id: people.ids.moderator,
      target_title: 'site_name, trusted_after',
      details: {
        changes: { site_name: { from: 'Hereabouts', to: 'Thin places' }, trusted_after: { from: 5, to: 7 } },
      },
    },
  ])
  const [created] =
    await people.owner`select count(*)::int as count from private.moderation_log where action = 'create-invitation'`
  expect(created?.count).toBeGreaterThan(0)
})

test('lets only administrators change settings', async () => {
  const rename = (sql: Transaction) => sql`update public.instance_settings set site_name = 'Mine' returning true`
  expect(await findErrorCode(people.as('visitor', rename))).toBe('42501')
  expect(await people.as('author', rename)).toHaveLength(0)
  expect(await people.as('moderator', rename)).toHaveLength(0)
  expect(await people.owner.begin(async () => asAdmin(rename, { client_id: randomUUID() }))).toHaveLength(0)
})

test('appoints only one of two members who use the administrator link', async () => {
  const setup = async () => {
    const [row] = await people.owner<{ token: string | null }[]>`select private.insert_setup_link() as token`
    return row?.token ?? null
  }
  expect(await setup()).toBeNull()
  await people.owner`update auth.users set raw_app_meta_data = '{}'`
  const [token, other] = [(await setup()) ?? '', (await setup()) ?? '']
  expect(await find(token)).toEqual({ state: 'setup' })
  const claim = (secret: string) => (sql: Transaction) => sql`select public.claim_administrator(${secret})`
  expect(await findErrorCode(people.actAs('visitor', claim(token)))).toBe('42501')
  expect(await findErrorCode(people.actAs('author', claim('a'.repeat(26))))).toBe('PT403')
  await people.owner`update auth.users set banned_until = now() + interval '1 day' where id = ${people.ids.newcomer}`
  expect(await findErrorCode(people.actAs('newcomer', claim(token)))).toBe('PT403')
  const results = await Promise.all([
    findErrorCode(people.actAs('author', claim(token))),
    findErrorCode(people.actAs('stranger', claim(other))),
  ])
  expect(results.toSorted()).toEqual(['PT403', undefined])
  const admins = await people.owner<
    { id: string }[]
  >`select id from auth.users where raw_app_meta_data ->> 'role' = 'admin'`
  expect(admins).toHaveLength(1)
  expect(await people.owner`select from private.setup_links`).toHaveLength(0)
  expect(
    await people.owner`select from public.users where is_moderator and id = ${admins[0]?.id ?? null}`,
  ).toHaveLength(1)
})
