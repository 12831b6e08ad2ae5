import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpot } from './fixtures.ts'
import { createPeople, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

test('reviews contributions of a member again who is no longer trusted, even after the first one', async () => {
  await createSpot(people, 'public', 'published')
  const { author } = people.ids
  const moderate = (action: 'trust' | 'untrust') =>
    people.actAs('moderator', (sql) => sql`select public.moderate_member(${author}, ${action})`)
  const readStatus = () => people.owner<{ status: string }[]>`select private.get_initial_status(${author}) as status`
  expect(await readStatus()).toEqual([{ status: 'published' }])
  await moderate('trust')
  expect(await readStatus()).toEqual([{ status: 'published' }])
  await moderate('untrust')
  expect(await readStatus()).toEqual([{ status: 'pending' }])
})

const removeAll = (member: string) =>
  people.actAs('moderator', async (sql) => {
    const [row] = await sql<{ id: number }[]>`
      select public.remove_contributions(${member}, null, 'Spam', true) -> 'log_id' as id`
    return row?.id ?? 0
  })
const restoreAll = (entry: number) =>
  people.actAs('moderator', (sql) => sql`select public.restore_contributions(${entry})`)

test('trusts a member again whose removal with a ban is taken back', async () => {
  const { stranger } = people.ids
  const readStanding = () =>
    people.owner`select is_trusted, is_trust_set from private.member_standings where user_id = ${stranger}`
  await people.owner`insert into private.member_standings (user_id, is_trusted) values (${stranger}, true)`
  const entry = await removeAll(stranger)
  expect(await readStanding()).toEqual([{ is_trusted: false, is_trust_set: true }])
  await restoreAll(entry)
  expect(await readStanding()).toEqual([{ is_trusted: true, is_trust_set: false }])
})

test('keeps what moderators have decided about a member since the removal that is taken back', async () => {
  const { newcomer } = people.ids
  const entry = await removeAll(newcomer)
  await people.actAs('moderator', async (sql) => {
    await sql`select public.moderate_member(${newcomer}, 'suspend', 'Insults', now() + interval '2 days')`
    await sql`select public.moderate_member(${newcomer}, 'trust')`
  })
  await restoreAll(entry)
  const kept = await people.owner`
    select banned_until < now() + interval '3 days' as is_suspended, is_trusted
    from auth.users join private.member_standings on user_id = id where id = ${newcomer}`
  expect(kept).toEqual([{ is_suspended: true, is_trusted: true }])
})
