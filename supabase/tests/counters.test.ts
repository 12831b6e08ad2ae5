import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from './people.ts'
import { createCommand, createRandom, readIds } from './random-commands.ts'

const MEMBERS = ['author', 'stranger', 'newcomer', 'moderator', 'moderator'] as const
const ROUNDS = 30
const SEED = 7

let people: People
beforeAll(async () => {
  people = await createPeople()
  // A limit would reject most commands.
  await people.owner`delete from private.write_limits`
  await people.owner`insert into public.spots (title, category, lng, lat, status, author_id)
    select 'Mill', 'castle', 7.7, 45, 'published', id from public.users, generate_series(1, 3)`
})
afterAll(() => people[Symbol.asyncDispose]())

/** Spots and stories whose counters or cover differ from what the rows say. */
const findWrong = () => people.owner`
  select id, stored, counted from (
    select id, jsonb_build_array(review_count, rating_sum, comment_count, photo_count, save_count, been_count,
        cover_photo_id is not null) as stored,
      jsonb_build_array(
        (select count(*) from public.reviews where spot_id = spots.id and private.is_counted(reviews)),
        (select coalesce(sum(rating), 0) from public.reviews where spot_id = spots.id and private.is_counted(reviews)),
        (select count(*) from public.comments where spot_id = spots.id and private.is_counted(comments)),
        (select count(*) from public.photos where spot_id = spots.id and hidden_at is null),
        (select count(distinct author_id) from public.list_items join public.lists on lists.id = list_id
          where spot_id = spots.id and kind <> 'been'),
        (select count(*) from public.list_items join public.lists on lists.id = list_id
          where spot_id = spots.id and kind = 'been'),
        exists (select from public.photos where spot_id = spots.id and hidden_at is null)) as counted
    from public.spots
    union all
    select id, to_jsonb(comment_count), (select to_jsonb(count(*)) from public.comments
      where post_id = posts.id and private.is_counted(comments))
    from public.posts
  ) as counters where stored <> counted`

/**
 * Finds faults of the moderators' queue: open items that no moderator can decide, items with a wrong number of reports,
 * and contributions that wait for a review without an item.
 */
const findStuck = () => people.owner`
  select queue, kind, target_id, report_count from public.moderation_items as item
  where decided_at is null and ((private.find_moderated(kind, target_id)).id is null
    or (queue = 'reports' and report_count <> (select count(*) from private.list_open_reports(kind, target_id))))
  union all
  select 'waiting', kind, id, 0
  from (select 'spot' as kind, id, status, visibility from public.spots
    union all select 'post', id, status, visibility from public.posts) as made
  where status = 'pending' and visibility <> 'private' and not private.is_hidden_by_reports(kind, id) and not exists (
    select from public.moderation_items as item
    where queue = 'waiting' and item.kind = made.kind and target_id = made.id and decided_at is null)`

test('keeps counters and the queue right after 300 random commands, two at a time', async () => {
  const random = createRandom(SEED)
  const commands: string[] = []
  let succeeded = 0
  const run = async (member: (typeof MEMBERS)[number], command: string) => {
    try {
      await people.actAs(member, (sql) => sql.unsafe(command))
      succeeded++
      commands.push(`${member}: ${command}`)
    } catch (error) {
      // Most members may not do most things. Any other error would be a fault.
      expect(error, command).toMatchObject({ code: expect.stringMatching(/^(?:PT4|42501|23)/) })
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    const pick = await readIds(people, random)
    for (let pair = 0; pair < 5; pair++) {
      const two = [0, 1].map(() => {
        const member = MEMBERS[Math.floor(random() * MEMBERS.length)] ?? 'author'
        return run(member, createCommand(pick, random, people.ids[member === 'moderator' ? 'stranger' : member]))
      })
      await Promise.all(two)
    }
    expect({ wrong: await findWrong(), stuck: await findStuck() }, commands.slice(-20).join('\n')).toEqual({
      wrong: [],
      stuck: [],
    })
  }
  expect(succeeded).toBeGreaterThan(100)
})
