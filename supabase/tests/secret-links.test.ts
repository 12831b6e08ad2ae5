import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createListActions } from './list-actions.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let call: ReturnType<typeof createListActions>['call']
/**
 * The ids of a spot, a story and a list that the author shares by link. The keys are columns of `links` and parameters
 * of the functions that change a link.
 */
let shared: { spot_id: string; post_id: string; list_id: string }

beforeAll(async () => {
  people = await createPeople()
  call = createListActions(people).call
})
afterAll(() => people[Symbol.asyncDispose]())

beforeEach(async () => {
  const { author } = people.ids
  await people.owner`delete from public.spots`
  await people.owner`delete from public.posts`
  await people.owner`delete from public.lists where kind = 'own'`
  const insert = async (table: string, row: Record<string, string>) => {
    const values = { ...row, visibility: 'link', author_id: author }
    const [made] = await people.owner<{ id: string }[]>`
      insert into ${people.owner.identifier(table)} ${people.owner.insertion(values)} returning id`
    return made?.id ?? ''
  }
  shared = {
    spot_id: await insert('spots', {
      ...{ title: 'Mill', category: 'castle', lng: '7.7', lat: '45', status: 'published' },
    }),
    post_id: await insert('posts', { title: 'Mills', slug: 'mills', status: 'published' }),
    list_id: await insert('lists', { title: 'Mills' }),
  }
})

type Kind = keyof typeof shared

const KINDS = ['spot_id', 'post_id', 'list_id'] as const

const setEnd = (kind: Kind, days: number | null, caller: Parameters<typeof call>[0] = 'author') =>
  call(caller, 'set_link_end', { days, [kind]: shared[kind] })
const replace = (kind: Kind, caller: Parameters<typeof call>[0] = 'author') =>
  call(caller, 'replace_link', { [kind]: shared[kind] })
const expire = (kind: Kind) =>
  people.owner`update public.links set expires_at = now() - interval '1 second'
    where ${people.owner.identifier(kind)} = ${shared[kind]}`

async function getLink(kind: Kind) {
  const [link] = await people.owner<{ secret: string; expires_at: Date | null }[]>`
    select secret, expires_at from public.links where ${people.owner.identifier(kind)} = ${shared[kind]}`
  if (!link) throw new Error('There is no link.')
  return link
}

/** Returns the ways in which a visitor with the secret can read what it belongs to: the table and the page. */
async function listOpenWays(kind: Kind, secret: string): Promise<string[]> {
  const [table, page, key] = {
    spot_id: ['spots', 'spot_page', { id: shared.spot_id }] as const,
    post_id: ['posts', 'post_page', { slug: 'mills' }] as const,
    list_id: ['lists', 'list_page', { id: shared.list_id }] as const,
  }[kind]
  const rows = await people.as(
    'holder',
    (sql) => sql`select id from ${sql.identifier(table)} where id = ${shared[kind]}`,
    secret,
  )
  const shown = await call('holder', page, { ...key, link_secret: secret })
  return [...(rows.length > 0 ? ['table'] : []), ...(shown ? ['page'] : [])]
}

test.each(KINDS)('opens nothing with an expired link, until its owner lets it work again (%s)', async (kind) => {
  const { secret } = await getLink(kind)
  await setEnd(kind, 7)
  expect(await listOpenWays(kind, secret)).toEqual(['table', 'page'])
  await expire(kind)
  expect(await listOpenWays(kind, secret)).toEqual([])
  await setEnd(kind, null)
  expect(await listOpenWays(kind, secret)).toEqual(['table', 'page'])
})

test.each(KINDS)('opens nothing with the old link once it is replaced (%s)', async (kind) => {
  const old = await getLink(kind)
  await replace(kind)
  const { secret } = await getLink(kind)
  expect(await listOpenWays(kind, old.secret)).toEqual([])
  expect(await listOpenWays(kind, secret)).toEqual(['table', 'page'])
})

test('keeps the expiry of a link that is replaced, unless it is past', async () => {
  await setEnd('spot_id', 7)
  const { expires_at } = await getLink('spot_id')
  await replace('spot_id')
  expect((await getLink('spot_id')).expires_at).toEqual(expires_at)
  await expire('spot_id')
  await replace('spot_id')
  expect((await getLink('spot_id')).expires_at).toBeNull()
})

test.each(KINDS)('lets only the owner change a link (%s)', async (kind) => {
  const before = await getLink(kind)
  for (const caller of ['stranger', 'moderator'] as const) {
    expect(await findErrorCode(setEnd(kind, 1, caller))).toBe('PT404')
    expect(await findErrorCode(replace(kind, caller))).toBe('PT404')
  }
  expect(await findErrorCode(replace(kind, 'visitor'))).toBe('42501')
  expect(await findErrorCode(setEnd(kind, 1, 'visitor'))).toBe('42501')
  expect(await getLink(kind)).toEqual(before)
})

test('rejects other lifetimes, and calls that name no page', async () => {
  expect(await findErrorCode(setEnd('spot_id', 0))).toBe('22023')
  expect(await findErrorCode(setEnd('spot_id', 100_000))).toBe('22023')
  expect(await findErrorCode(call('author', 'replace_link', {}))).toBe('PT404')
})

test('shows when a link expires to the owner of a page, and to editors of a list', async () => {
  for (const kind of KINDS) await setEnd(kind, 30)
  const end = (await getLink('spot_id')).expires_at?.getTime()
  const spot = await call<{ viewer: { link_expires_at: string } }>('author', 'spot_page', { id: shared.spot_id })
  expect(Date.parse(spot.viewer.link_expires_at)).toBe(end)
  const post = await call<{ viewer: { link_expires_at: string } }>('author', 'post_page', { slug: 'mills' })
  expect(post.viewer.link_expires_at).not.toBeNull()
  const { list_id: id } = shared
  await people.owner`insert into public.list_members (list_id, member_id, role) values (${id}, ${people.ids.stranger}, 'editor')`
  const list = await call<{ link_expires_at: string }>('stranger', 'list_page', { id })
  expect(list.link_expires_at).not.toBeNull()
  const { secret } = await getLink('list_id')
  expect(await call('holder', 'list_page', { id, link_secret: secret })).toMatchObject({
    link_secret: null,
    link_expires_at: null,
  })
})

test('restores a deleted list with the expiry of its link', async () => {
  await setEnd('list_id', 7)
  const before = await getLink('list_id')
  await call('author', 'delete_list', { list: shared.list_id })
  await call('author', 'restore_list', { list: shared.list_id })
  expect(await getLink('list_id')).toEqual(before)
})
