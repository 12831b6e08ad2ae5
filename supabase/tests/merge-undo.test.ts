import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMergeActions, KEPT, MERGED, type MergeActions } from './merge-actions.ts'
import { createPeople, type People } from './people.ts'

let people: People
let actions: MergeActions

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
  actions = createMergeActions(people)
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  await people.owner`delete from public.spots`
  await people.owner`delete from public.posts`
})

test('does not make a photo that was hidden since the merge the cover again', async () => {
  await actions.plant()
  await actions.fill()
  const { owner, ids } = people
  const [cover] = await owner<{ id: string }[]>`select cover_photo_id as id from public.spots where id = ${MERGED}`
  const id = await actions.merge('moderator')
  await owner`update public.photos set hidden_at = now() where id = ${cover?.id ?? ''}`
  const [other] = await owner<{ id: string }[]>`
    insert into public.photos (spot_id, author_id, storage_path, width, height)
    values (${MERGED}, ${ids.author}, ${`${ids.author}/other`}, 1, 1) returning id`
  await actions.undo('moderator', id)
  expect(await owner`select cover_photo_id from public.spots where id = ${MERGED}`).toEqual([
    { cover_photo_id: other?.id },
  ])
})

test('does not announce the restored spot to followers and webhooks a second time', async () => {
  await actions.plant()
  await people.owner`insert into private.webhooks (url, events) values ('https://example.org/hook', '{spot.published}')`
  await people.owner`delete from private.follower_news`
  await actions.undo('moderator', await actions.merge('moderator'))
  expect(await people.owner`select spot_id from private.follower_news`).toEqual([])
  expect(await people.owner`select event from private.webhook_deliveries`).toEqual([])
  await people.owner`delete from private.webhooks`
})

const deleteKept = () => people.actAs('author', (sql) => sql`select public.delete_spot(${KEPT})`)
const readMerged = () => people.owner`select status, review_count from public.spots where id = ${MERGED}`

test('brings back the spot of another member, with its reviews, when the author deletes the spot it was merged into', async () => {
  await actions.plant({}, { author: people.ids.newcomer })
  await actions.fill()
  await actions.merge('moderator')
  await deleteKept()
  expect(await readMerged()).toEqual([{ status: 'published', review_count: 2 }])
  expect(await people.owner`select id from public.spots`).toEqual([{ id: MERGED }])
  expect(await actions.follow('visitor')).toBeNull()
  const log = await people.owner`
    select actor_id, action, target_id from private.moderation_log order by id desc limit 1`
  expect(log).toEqual([{ actor_id: null, action: 'undo-merge', target_id: MERGED }])
})

test('brings back the spot of another member, with what was moved, when the author deletes the row of the other one', async () => {
  await actions.plant({}, { author: people.ids.newcomer })
  await actions.fill()
  await actions.merge('moderator')
  await people.actAs('author', (sql) => sql`delete from public.spots where id = ${KEPT}`)
  expect(await readMerged()).toEqual([{ status: 'published', review_count: 2 }])
  const counts = await people.owner`
    select (select count(*)::int from public.photos where spot_id = ${MERGED}) as photos,
      (select count(*)::int from public.comments where spot_id = ${MERGED}) as comments,
      (select count(*)::int from public.list_items where spot_id = ${MERGED}) as items`
  expect(counts).toEqual([{ photos: 1, comments: 2, items: 2 }])
  expect(await people.owner`select body from public.posts`).toEqual([
    { body: expect.stringContaining(`/spot/${MERGED}\n`) },
  ])
})

test('does not bring back a spot that the author merged with another one of theirs', async () => {
  await actions.plant()
  await actions.merge('moderator')
  await deleteKept()
  expect(await readMerged()).toEqual([{ status: 'removed', review_count: 0 }])
})

test('lets no one but its author undo a merge by deleting the spot', async () => {
  await actions.plant({}, { author: people.ids.newcomer })
  await actions.merge('moderator')
  await expect(people.actAs('newcomer', (sql) => sql`select public.delete_spot(${KEPT})`)).rejects.toMatchObject({
    code: 'PT404',
  })
  expect(await readMerged()).toEqual([{ status: 'removed', review_count: 0 }])
})

test('brings back the spots of others when an account is deleted with its spots', async () => {
  await actions.plant({ author: people.ids.stranger })
  await actions.fill()
  await actions.merge('moderator')
  await people.owner`insert into public.account_deletions (user_id, due_at, keep_content) values (${people.ids.stranger}, now(), false)`
  await people.actAs('service', (sql) => sql`select public.begin_account_deletion()`)
  // The review of the deleted member is gone with their account.
  expect(await readMerged()).toEqual([{ status: 'published', review_count: 1 }])
})

test('deletes a spot even if a merge into it cannot be undone', async () => {
  await actions.plant({}, { author: people.ids.newcomer })
  await actions.merge('moderator')
  await people.owner`create function private.fail() returns trigger language plpgsql as
    $$begin raise 'broken'; end$$`
  await people.owner`create trigger _000_fail before update of status on public.spots
    for each row execute function private.fail()`
  try {
    await deleteKept()
  } finally {
    await people.owner`drop function private.fail() cascade`
  }
  expect(await people.owner`select id, status from public.spots`).toEqual([{ id: MERGED, status: 'removed' }])
})

test('removes a merged spot of a member with everything else of theirs, and restores it with that', async () => {
  const { newcomer } = people.ids
  await actions.plant({}, { author: newcomer })
  const [entry] = await people.actAs('moderator', async (sql) => {
    await sql`select public.merge_spots(${KEPT}, ${MERGED}, '{}')`
    return sql<{ id: number; count: number }[]>`
      select (removed ->> 'log_id')::int as id, (removed ->> 'count')::int as count
      from public.remove_contributions(${newcomer}, null, 'Spam') as removed`
  })
  expect(entry?.count).toBe(1)
  await deleteKept()
  const readRemoval = () => people.owner`select status, removal_reason from public.spots where id = ${MERGED}`
  expect(await readRemoval()).toEqual([{ status: 'removed', removal_reason: 'Spam' }])
  expect(await people.owner`select from public.notifications where spot_id = ${MERGED} and kind = 'restored'`).toEqual(
    [],
  )
  await people.actAs('moderator', (sql) => sql`select public.restore_contributions(${entry?.id ?? 0})`)
  expect(await readRemoval()).toEqual([{ status: 'published', removal_reason: null }])
})

test('shows a merged spot again if the removal of its author is taken back before the merge is undone', async () => {
  const { newcomer } = people.ids
  await actions.plant({}, { author: newcomer })
  await actions.merge('moderator')
  await people.actAs('moderator', async (sql) => {
    const [entry] = await sql<{ id: number }[]>`
      select public.remove_contributions(${newcomer}, null, 'Spam') -> 'log_id' as id`
    const [restored] = await sql`select public.restore_contributions(${entry?.id ?? 0}) as count`
    expect(restored).toEqual({ count: 1 })
  })
  expect(await readMerged()).toEqual([{ status: 'removed', review_count: 0 }])
  await deleteKept()
  expect(await readMerged()).toEqual([{ status: 'published', review_count: 0 }])
})
