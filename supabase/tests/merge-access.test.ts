import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMergeActions, KEPT, MERGED, type MergeActions, type Values } from './merge-actions.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let plant: MergeActions['plant']
let merge: MergeActions['merge']
let undo: MergeActions['undo']
let follow: MergeActions['follow']

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
  ;({ plant, merge, undo, follow } = createMergeActions(people))
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  await people.owner`delete from public.spots`
  await people.owner`delete from public.posts`
  await people.owner`delete from public.notifications`
})

test('lets only moderators undo a merge, for 30 days', async () => {
  await plant()
  const id = await merge('moderator')
  expect(await findErrorCode(undo('author', id))).toBe('42501')
  const bypass = people.actAs('author', (sql) => sql`select private.unmerge_spots(${id})`)
  expect(await findErrorCode(bypass)).toBe('42501')
  await people.owner`update private.spot_merges set created_at = now() - interval '31 days'`
  expect(await findErrorCode(undo('moderator', id))).toBe('PT409')
})

test('rejects everyone but moderators', async () => {
  await plant()
  for (const viewer of ['visitor', 'stranger', 'author'] as const) {
    expect(await findErrorCode(merge(viewer))).toBe('42501')
    const page = people.as(viewer, (sql) => sql`select public.merge_page(${KEPT}, ${MERGED})`)
    expect(await findErrorCode(page)).toBe('42501')
  }
  await people.owner`update auth.users set banned_until = now() + interval '1 day' where id = ${people.ids.moderator}`
  expect(await findErrorCode(merge('moderator'))).toBe('PT403')
  await people.owner`update auth.users set banned_until = null where id = ${people.ids.moderator}`
})

test.each<[string, Values, Values, string]>([
  ['a private spot into a public one', {}, { visibility: 'private' }, 'PT404'],
  ['a public spot into a private one', { visibility: 'private' }, {}, 'PT404'],
  ['a spot for members into a public one', {}, { visibility: 'members' }, 'PT400'],
  ['a spot shared by link', {}, { visibility: 'link' }, 'PT400'],
  ['a spot into one shared by link', { visibility: 'link' }, {}, 'PT400'],
  ['an area into an exact point', {}, { precision: 'area' }, 'PT400'],
  ['a draft', {}, { status: 'draft' }, 'PT409'],
  ['into a spot that waits for review', { status: 'pending' }, {}, 'PT409'],
])('does not merge %s', async (_name, kept, merged, code) => {
  await plant(kept, merged)
  await people.owner`insert into public.comments (spot_id, author_id, body) values (${MERGED}, ${people.ids.author}, 'Secret')`
  expect(await findErrorCode(merge('moderator'))).toBe(code)
  const rows = await people.owner`select spot_id from public.comments`
  expect(rows).toEqual([{ spot_id: MERGED }])
  expect(await people.owner`select from public.spot_redirects`).toHaveLength(0)
})

test("does not merge even a moderator's own private spot", async () => {
  await plant({ visibility: 'private', author: people.ids.moderator })
  expect(await findErrorCode(merge('moderator'))).toBe('PT404')
})

test('hides the redirect from viewers who may not see its target', async () => {
  await plant({ visibility: 'members' })
  await merge('moderator')
  expect([await follow('visitor'), await follow('stranger')]).toEqual([null, KEPT])
  expect(await people.as('visitor', (sql) => sql`select from public.spot_redirects`)).toHaveLength(0)
  await people.owner`update public.spots set visibility = 'private' where id = ${KEPT}`
  expect([await follow('stranger'), await follow('moderator'), await follow('author')]).toEqual([null, null, KEPT])
})

test('keeps the exact position and the address of two areas secret', async () => {
  await plant({ precision: 'area' }, { precision: 'area' })
  await people.owner`insert into public.spot_exact_points (spot_id, lng, lat, address)
    values (${KEPT}, 7.70123, 45.00456, 'Mill lane 7'), (${MERGED}, 7.70987, 45.00654, 'Mill lane 8')`
  await merge('moderator', KEPT, MERGED, ['position', 'address'])
  const seen = JSON.stringify(await people.as('visitor', (sql) => sql`select public.spot_page(${KEPT}) as page`))
  expect(seen).not.toMatch(/7\.7098|Mill lane/)
  const [exact] = await people.owner`select lng, address from public.spot_exact_points where spot_id = ${KEPT}`
  expect(exact).toEqual({ lng: 7.70987, address: 'Mill lane 8' })
})

test('notifies the reporter of the duplicate and writes a log entry', async () => {
  await plant()
  await people.actAs(
    'stranger',
    (sql) => sql`select public.send_suggestion(${KEPT}, kind => 'duplicate', duplicate_of => ${MERGED})`,
  )
  await merge('moderator', MERGED, KEPT)
  const rows = await people.owner`select kind, spot_id from public.notifications where user_id = ${people.ids.stranger}`
  expect(rows).toEqual([{ kind: 'suggestion-accepted', spot_id: expect.any(String) }])
  const log =
    await people.owner`select target_id from private.moderation_log where action = 'merge' order by id desc limit 1`
  expect(log).toEqual([{ target_id: MERGED }])
})

test('merges two spots about which the same members were notified, and undoes it', async () => {
  await plant()
  const { owner, ids } = people
  await owner`
    insert into public.notifications (user_id, kind, actor_id, spot_id, list_id)
    select ${ids.newcomer}, kind::public.notification_kind, ${ids.author}, spot, list
    from unnest(${[KEPT, MERGED]}::text[]) as spot,
      (values ('new-spot', null), ('list-item', (select id from public.lists where author_id = ${ids.author} limit 1))) as given (kind, list)`
  const read = () => owner`
    select kind, spot_id from public.notifications where user_id = ${ids.newcomer} order by kind, spot_id`
  const before = await read()
  const id = await merge('moderator')
  expect(await read()).toEqual(before)
  await undo('moderator', id)
  expect(await read()).toEqual(before)
})

test('resolves the reports of a spot with its merge', async () => {
  await plant()
  const { owner, ids } = people
  await owner`insert into public.reports (reporter_id, spot_id, reason) values (${ids.stranger}, ${MERGED}, 'duplicate')`
  await owner`insert into private.hidden_items (kind, target_id, was) values ('spot', ${MERGED}, 'published')`
  await owner`update public.spots set status = 'pending' where id = ${MERGED}`
  const id = await merge('moderator')
  expect(await owner`select status, resolution from public.reports where spot_id = ${MERGED}`).toEqual([
    {
      status: 'resolved',
      resolution: 'The spot you reported was merged with another one that shows the same place. Thank you.',
    },
  ])
  expect(await owner`select from public.moderation_items where queue = 'reports' and decided_at is null`).toEqual([])
  await undo('moderator', id)
  expect(await owner`select status from public.spots where id = ${MERGED}`).toEqual([{ status: 'published' }])
  expect(await owner`select from private.hidden_items`).toEqual([])
})

test('does not restore a merged spot, neither alone nor with what else was removed of its author', async () => {
  await plant()
  const { owner, ids } = people
  const entry = await people.actAs('moderator', async (sql) => {
    const [row] = await sql<{ id: number }[]>`
      select public.remove_contributions(${ids.author}, ${JSON.stringify([`spot:${MERGED}`])}::text::jsonb, 'Spam') -> 'log_id' as id`
    return row?.id ?? 0
  })
  await people.actAs('moderator', (sql) => sql`select public.decide('spot', ${MERGED}, 'restored')`)
  await merge('moderator')
  const decide = people.actAs('moderator', (sql) => sql`select public.decide('spot', ${MERGED}, 'restored')`)
  await expect(decide).rejects.toMatchObject({
    code: 'PT409',
    message: 'This spot was merged with another one. Undo the merge instead.',
  })
  await people.actAs('moderator', (sql) => sql`select public.restore_contributions(${entry})`)
  expect(await owner`select status from public.spots where id = ${MERGED}`).toEqual([{ status: 'removed' }])
})

test('does not replace a review with an open report', async () => {
  await plant()
  const { owner, ids } = people
  const [older] = await owner<{ id: string }[]>`
    insert into public.reviews (spot_id, author_id, rating, body, updated_at)
    values (${KEPT}, ${ids.stranger}, 1, 'Buy my mill', now() - interval '1 day') returning id`
  await owner`insert into public.reviews (spot_id, author_id, rating) values (${MERGED}, ${ids.stranger}, 5)`
  await owner`insert into public.reports (reporter_id, review_id, reason) values (${ids.newcomer}, ${older?.id ?? ''}, 'spam')`
  await expect(merge('moderator')).rejects.toMatchObject({
    code: 'PT409',
    message: 'This merge would replace a review that was reported. Decide on the report first.',
  })
  await owner`update public.reports set status = 'dismissed'`
  await merge('moderator')
  expect(await owner`select rating from public.reviews`).toEqual([{ rating: 5 }])
})
