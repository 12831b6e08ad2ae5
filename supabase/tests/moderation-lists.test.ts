import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpot } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

async function createList(visibility = 'public'): Promise<string> {
  const [row] = await people.owner<{ id: string }[]>`
    insert into public.lists (author_id, title, visibility) values (${people.ids.author}, 'Cheap watches', ${visibility}) returning id`
  return row?.id ?? ''
}

const report = (id: string) =>
  people.actAs(
    'stranger',
    (sql) =>
      sql`insert into public.reports (list_id, reporter_id, reason) values (${id}, ${people.ids.stranger}, 'spam')`,
  )
const isSeenBy = async (viewer: 'visitor' | 'stranger' | 'author' | 'moderator', id: string) =>
  (await people.as(viewer, (sql) => sql`select from public.lists where id = ${id}`)).length === 1
const listSeen = async (id: string) =>
  Promise.all((['visitor', 'stranger', 'author', 'moderator'] as const).map((viewer) => isSeenBy(viewer, id)))

interface ReportsPage {
  items: { kind: string; target_id: string; title: string; reason: string }[]
  opened: { content: { content: { title: string; items: { id: string }[] } } } | null
}

async function readReports(): Promise<ReportsPage> {
  const [row] = await people.actAs(
    'moderator',
    (sql) => sql<{ page: ReportsPage }[]>`select public.moderation_reports() as page`,
  )
  if (!row) throw new Error('There is no page.')
  return row.page
}

test('queues a reported list, removes it with a reason, and restores it', async () => {
  const id = await createList()
  const [shown, secret] = [
    await createSpot(people, 'public', 'published'),
    await createSpot(people, 'private', 'published'),
  ]
  for (const spot of [shown, secret])
    await people.owner`insert into public.list_items (list_id, spot_id, note) values (${id}, ${spot.id}, 'Cheap')`
  await report(id)
  const page = await readReports()
  expect(page.items).toMatchObject([{ kind: 'list', target_id: id, title: 'Cheap watches', reason: 'spam' }])
  expect(page.opened?.content.content).toMatchObject({
    title: 'Cheap watches',
    items: [{ id: shown.id, note: 'Cheap' }],
  })
  await people.actAs('moderator', (sql) => sql`select public.decide('list', ${id}, 'removed', 'Advertising')`)
  expect(await listSeen(id)).toEqual([false, false, true, true])
  expect((await readReports()).items).toEqual([])
  await people.owner`update private.held_notices set due_at = now()`
  await people.owner`select public.send_held_notices()`
  const notices =
    await people.owner`select user_id, text from public.notifications where kind in ('removed', 'report-handled')`
  expect(notices).toContainEqual({
    user_id: people.ids.author,
    text: 'Your list “Cheap watches”: Advertising',
  })
  expect(notices).toContainEqual({
    user_id: people.ids.stranger,
    text: 'The list you reported was removed. Thank you.',
  })
  await people.actAs('moderator', (sql) => sql`select public.decide('list', ${id}, 'restored')`)
  expect(await listSeen(id)).toEqual([true, true, true, true])
})

test('hides a list after enough reports and shows it again when a moderator keeps it', async () => {
  const id = await createList()
  await people.owner`update public.instance_settings set hide_after_reports = 1`
  await people.owner`update public.users set created_at = now() - interval '1 year' where id = ${people.ids.stranger}`
  await report(id)
  expect(await listSeen(id)).toEqual([false, false, true, true])
  const log = await people.owner`select reason from private.moderation_log where action = 'hid' and target_id = ${id}`
  expect(log).toEqual([{ reason: '1 report' }])
  await people.actAs('moderator', (sql) => sql`select public.decide('list', ${id}, 'kept')`)
  expect(await listSeen(id)).toEqual([true, true, true, true])
  await people.owner`update public.instance_settings set hide_after_reports = 3`
})

test('rejects every change of a hidden list by its owner or an editor', async () => {
  const id = await createList()
  const [on, off] = [await createSpot(people, 'public', 'published'), await createSpot(people, 'public', 'published')]
  await people.owner`insert into public.list_items (list_id, spot_id, note) values (${id}, ${on.id}, 'Cheap')`
  await people.owner`insert into public.list_members (list_id, member_id, role) values (${id}, ${people.ids.stranger}, 'editor')`
  const [invitation] = await people.actAs(
    'author',
    (sql) => sql<{ made: { token: string } }[]>`select public.invite_to_list(${id}, 'editor') as made`,
  )
  await people.actAs('moderator', (sql) => sql`select public.decide('list', ${id}, 'removed', 'Advertising')`)
  const read = () => people.owner`
    select title, description, visibility, (select jsonb_agg(to_jsonb(item) order by spot_id) from public.list_items as item
      where list_id = lists.id) as items from public.lists where id = ${id}`
  const before = await read()
  const attacks = {
    rename: `update public.lists set title = 'Fine watches' where id = '${id}'`,
    hide: `update public.lists set visibility = 'private' where id = '${id}'`,
    add: `insert into public.list_items (list_id, spot_id) values ('${id}', '${off.id}')`,
    note: `update public.list_items set note = 'Buy here' where list_id = '${id}'`,
    take: `delete from public.list_items where list_id = '${id}'`,
    'save to': `select public.set_on_list('${off.id}', '${id}', true)`,
    'take off': `select public.set_on_list('${on.id}', '${id}', false)`,
    move: `select public.move_list_item('${id}', '${on.id}', null)`,
    cover: `select public.set_list_cover('${id}', '${on.id}')`,
    invite: `select public.invite_to_list('${id}', 'editor')`,
  }
  for (const viewer of ['author', 'stranger'] as const) {
    for (const [name, attack] of Object.entries(attacks)) {
      await people.actAs(viewer, (sql) => sql.unsafe(attack)).catch(() => undefined)
      expect(await read(), `${name} by ${viewer}`).toEqual(before)
    }
    const [row] = await people.as(
      viewer,
      (sql) => sql<{ page: { hidden: unknown } }[]>`select public.list_page(${id}) as page`,
    )
    expect(row?.page.hidden).toEqual({ reason: 'Advertising' })
  }
  expect(await findErrorCode(people.as('author', (sql) => sql.unsafe(attacks.rename)))).toBe('PT403')
  expect(await findErrorCode(people.as('stranger', (sql) => sql.unsafe(attacks['save to'])))).toBe('PT403')
  expect(await isSeenBy('visitor', id)).toBe(false)
  const join = people.as('moderator', (sql) => sql`select public.join_list(${invitation?.made.token ?? ''})`)
  expect(await findErrorCode(join)).toBe('PT410')
  // Members can always delete their own content.
  await people.actAs('author', (sql) => sql`select public.delete_list(${id})`)
  expect(await people.owner`select from public.lists where id = ${id}`).toEqual([])
})

test('rejects reports of lists that the reporter cannot read, and shows moderators no private list', async () => {
  const secret = await createList('private')
  expect(await findErrorCode(report(secret))).toBe('42501')
  const turned = await createList()
  await report(turned)
  await people.actAs('author', (sql) => sql`update public.lists set visibility = 'private' where id = ${turned}`)
  expect((await readReports()).items).toEqual([])
  const attempt = people.as('moderator', (sql) => sql`select public.decide('list', ${turned}, 'removed', 'Spam')`)
  expect(await findErrorCode(attempt)).toBe('PT404')
})

test('removes lists with everything else of a member, and restores them', async () => {
  await people.owner`delete from public.lists where kind = 'own'`
  const id = await createList()
  const [row] = await people.actAs(
    'moderator',
    (sql) => sql<{ outcome: { log_id: number } }[]>`
      select public.remove_contributions(${people.ids.author}, null, 'Spam') as outcome`,
  )
  expect(await isSeenBy('visitor', id)).toBe(false)
  await people.actAs('moderator', (sql) => sql`select public.restore_contributions(${row?.outcome.log_id ?? 0})`)
  expect(await isSeenBy('visitor', id)).toBe(true)
})

test('keeps the reports of a list that its owner deletes and restores', async () => {
  const id = await createList()
  await report(id)
  const [before] = await people.owner`select * from public.reports where list_id = ${id}`
  await people.owner`delete from private.webhook_deliveries`
  await people.owner`insert into private.webhooks (url, events) values ('https://example.org/hook', '{report.created}')`
  await people.owner`update public.instance_settings set hide_after_reports = 1`
  await people.actAs('author', (sql) => sql`select public.delete_list(${id})`)
  expect((await readReports()).items.some((item) => item.target_id === id)).toBe(false)
  await people.actAs('author', (sql) => sql`select public.restore_list(${id})`)
  expect((await readReports()).items.some((item) => item.target_id === id)).toBe(true)
  expect(await people.owner`select * from public.reports where list_id = ${id}`).toEqual([before])
  expect(await people.owner`select from private.webhook_deliveries`).toEqual([])
  expect(await isSeenBy('visitor', id)).toBe(true)
})
