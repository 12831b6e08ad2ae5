import { randomUUID } from 'node:crypto'
import type { People } from './people.ts'

const TABLES = ['spots', 'reviews', 'comments', 'photos', 'lists', 'posts'] as const

/** Random numbers from 0 to 1 that are the same for the same seed (a linear congruential generator). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Returns SQL for an id, which is one of a table at random, or null if it is empty. */
type PickId = (table: (typeof TABLES)[number] | 'merges' | 'removals' | 'deleted_lists') => string

/** Reads the ids of everything, of deleted rows too, and returns a function that picks one. */
export async function readIds({ owner }: People, random: () => number): Promise<PickId> {
  const [row] = await owner<{ ids: Record<string, string[]> }[]>`select jsonb_build_object(
    'spots', array(select id from public.spots), 'reviews', array(select id from public.reviews),
    'comments', array(select id from public.comments), 'photos', array(select id from public.photos),
    'lists', array(select id from public.lists), 'posts', array(select id from public.posts),
    'merges', array(select id::text from private.spot_merges where undone_at is null),
    'removals', array(select id::text from private.moderation_log where action = 'removed-all'),
    'deleted_lists', array(select id from private.deleted_lists)) as ids`
  return (table) => {
    const ids = row?.ids[table] ?? []
    const id = ids[Math.floor(random() * ids.length)]
    return id ? `'${id}'` : 'null'
  }
}

/** Returns a random command of a member. Many are rejected, as most members may not change most things. */
export function createCommand(pick: PickId, random: () => number, memberId: string): string {
  const below = (end: number) => Math.floor(random() * end)
  const spot = pick('spots')
  const photo = randomUUID()
  const target = TABLES[below(TABLES.length)] ?? 'spots'
  const kind = target.slice(0, -1)
  const verdict = ['removed', 'restored', 'kept', 'approved'][below(4)] ?? 'kept'
  const visibility = ['public', 'public', 'members', 'private'][below(4)] ?? 'public'
  const commands = [
    () =>
      `select public.submit_spot('${randomUUID()}', '{"title": "Mill", "category": "castle", "lng": 7.7, "lat": 45}')`,
    () => `update public.spots set visibility = '${visibility}' where id = ${spot}`,
    () => `select public.delete_spot(${spot})`,
    () => `select public.save_review(${spot}, ${1 + below(5)}::smallint)`,
    () => `select public.save_review(${spot}, ${1 + below(5)}::smallint)`,
    () => `select public.delete_review(${pick('reviews')})`,
    () => `select public.restore_review(${pick('reviews')})`,
    () => `insert into public.comments (spot_id, body) values (${spot}, 'Nice')`,
    () => `insert into public.comments (post_id, body) values (${pick('posts')}, 'Nice')`,
    () => `insert into public.comments (spot_id, review_id, body)
      select spot_id, id, 'Thanks' from public.reviews where id = ${pick('reviews')}`,
    () => `select public.delete_comment(${pick('comments')})`,
    () => `select public.restore_comment(${pick('comments')})`,
    () => `insert into public.photos (id, spot_id, storage_path, width, height)
      values ('${photo}', ${spot}, '${memberId}/${photo}', 1, 1)`,
    () => `update public.photos set spot_id = ${spot} where id = ${pick('photos')}`,
    () => `delete from public.photos where id = ${pick('photos')}`,
    () => `select public.mark_spot(${spot}, '${random() < 0.5 ? 'want' : 'been'}', ${random() < 0.7})`,
    () => `select public.create_list('Mills ${below(9)}')`,
    () => `select public.set_on_list(${spot}, ${pick('lists')}, ${random() < 0.8})`,
    () => `select public.delete_list(${pick('lists')})`,
    () => `select public.restore_list(${pick('deleted_lists')})`,
    () => `select public.publish_story('{"title": "A walk", "body": "One."}', submission_key => '${randomUUID()}')`,
    () => `insert into public.reports (${kind}_id, reason) values (${pick(target)}, 'spam')`,
    () => `select public.decide('${kind}', ${pick(target)}, '${verdict}', 'Spam')`,
    () => `select public.merge_spots(${spot}, ${pick('spots')})`,
    () => `select public.merge_spots(${spot}, ${pick('spots')})`,
    () => `select public.undo_merge(${pick('merges')})`,
    () =>
      random() < 0.2
        ? `select public.remove_contributions('${memberId}', null, 'Spam')`
        : `select public.restore_contributions(${pick('removals')})`,
  ]
  return commands[below(commands.length)]?.() ?? ''
}
