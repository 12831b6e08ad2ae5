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
    await people.owner`select user_id, text from public.notifications where kind in ('warning', 'report-handled')`
  expect(notices).toContainEqual({
    user_id: people.ids.author,
    text: 'Your list “Cheap watches” was removed. Advertising',
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
  const change = await people.actAs(
    'author',
    (sql) => sql`update public.lists set title = 'Fine watches' where id = ${id} returning hidden_at`,
  )
  expect(change[0]?.hidden_at).not.toBeNull()
  await people.actAs('moderator', (sql) => sql`select public.decide('list', ${id}, 'kept')`)
  expect(await listSeen(id)).toEqual([true, true, true, true])
  await people.owner`update public.instance_settings set hide_after_reports = 3`
})

test('takes no report of a list that the reporter cannot read, and shows no private list to moderators', async () => {
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
