import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMergeActions, MERGED, type MergeActions } from './merge-actions.ts'
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

test('does not announce the spot that is back to followers and webhooks again', async () => {
  await actions.plant()
  await people.owner`insert into private.webhooks (url, events) values ('https://example.org/hook', '{spot.published}')`
  await people.owner`delete from private.follower_news`
  await actions.undo('moderator', await actions.merge('moderator'))
  expect(await people.owner`select spot_id from private.follower_news`).toEqual([])
  expect(await people.owner`select event from private.webhook_deliveries`).toEqual([])
  await people.owner`delete from private.webhooks`
})
