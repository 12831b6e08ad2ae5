import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPeople, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
  await people.owner`insert into private.webhooks (url, events) values ('https://example.org/hook', '{spot.published,story.published}')`
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  await people.owner`delete from public.spots`
  await people.owner`delete from public.posts`
  await people.owner`delete from private.webhook_deliveries`
})

async function publish(kind: 'spot' | 'post'): Promise<string> {
  const { owner, ids } = people
  const [row] =
    kind === 'spot'
      ? await owner<{ id: string }[]>`insert into public.spots (title, category, lng, lat, status, author_id)
          values ('Old mill', 'castle', 7, 45, 'published', ${ids.author}) returning id`
      : await owner<{ id: string }[]>`insert into public.posts (title, body, status, author_id)
          values ('A walk', 'One.', 'published', ${ids.author}) returning id`
  return row?.id ?? ''
}

/** Counts the messages to webhooks and the news for followers. */
async function countAnnouncements() {
  const [row] = await people.owner`
    select (select count(*)::integer from private.webhook_deliveries) as webhooks,
      (select count(*)::integer from private.follower_news) as news`
  return row
}

test.each(['spot', 'post'] as const)('announces a %s once, although it was closed and opened again', async (kind) => {
  const id = await publish(kind)
  for (const status of ['closed', 'published'])
    await people.actAs(
      'author',
      (sql) => sql`update public.${sql.identifier(`${kind}s`)} set status = ${status} where id = ${id}`,
    )
  expect(await countAnnouncements()).toEqual({ webhooks: 1, news: 1 })
})

test.each(['spot', 'post'] as const)('announces a %s once, although its removal was undone', async (kind) => {
  const id = await publish(kind)
  const remove = async () => {
    const [row] = await people.actAs(
      'moderator',
      (sql) =>
        sql<{ log: number }[]>`select (public.decide(${kind}, ${id}, 'removed', 'Spam') ->> 'log_id')::integer as log`,
    )
    return row?.log ?? 0
  }
  const log = await remove()
  await people.actAs('moderator', (sql) => sql`select public.undo_decision(${log})`)
  await remove()
  await people.actAs('moderator', (sql) => sql`select public.decide(${kind}, ${id}, 'restored')`)
  expect(await people.owner`select status from public.${people.owner.identifier(`${kind}s`)}`).toEqual([
    { status: 'published' },
  ])
  expect(await countAnnouncements()).toEqual({ webhooks: 1, news: 1 })
})

test('announces a spot when it is approved, although it was removed before anyone saw it', async () => {
  const id = await publish('spot')
  await people.owner`delete from private.webhook_deliveries`
  await people.owner`delete from private.follower_news`
  await people.owner`update public.spots set status = 'pending' where id = ${id}`
  for (const verdict of ['removed', 'restored', 'approved'])
    await people.actAs('moderator', (sql) => sql`select public.decide('spot', ${id}, ${verdict}, 'Spam')`)
  expect(await countAnnouncements()).toEqual({ webhooks: 1, news: 1 })
})
