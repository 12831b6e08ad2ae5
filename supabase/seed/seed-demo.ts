import type { SupabaseClient } from '@supabase/supabase-js'
import { demoMembers } from './demo-members.ts'
import {
  createCommentRows,
  createListRows,
  createPostRows,
  createPostSpotRows,
  createReviewRows,
  createSpotRows,
  demoListIds,
  demoPostIds,
  demoSpotIds,
  listMarkedSpots,
} from './demo-rows.ts'
import { demoStories } from './demo-stories.ts'

/** Progress of filling or removing the demo, and the current action. */
export interface SeedProgress {
  done: number
  total: number
  doing: string
}

type Step = [doing: string, run: () => Promise<void>]
type OnProgress = (progress: SeedProgress) => void

/** The number of rows per call, small enough that each call is quick and progress is visible. */
const BATCH = 15

/**
 * Fills the instance with the demo: members, spots, reviews, comments, lists and stories. Needs a client with the
 * secret key, because it writes as several members. Running it twice adds nothing and keeps later changes.
 */
export async function fillDemo(client: SupabaseClient, onProgress: OnProgress): Promise<void> {
  const { questions, replies } = createCommentRows()
  const { lists, items } = createListRows()
  const insert = insertInto(client)
  await runSteps(
    [
      ...demoMembers.map((member): Step => ['Members', () => ensureMember(client, member)]),
      ...insert('Spots', 'spots', createSpotRows(), 'id'),
      ...insert('Reviews', 'reviews', createReviewRows(), 'spot_id,author_id'),
      ...insert('Comments', 'comments', questions, 'id'),
      ...insert('Comments', 'comments', replies, 'id'),
      ...insert('Lists', 'lists', lists, 'id'),
      ...insert('Lists', 'list_items', items, 'list_id,spot_id'),
      ['Lists', () => markSpots(client)],
      ['Stories', () => insertPosts(client)],
      ...insert('Stories', 'post_spots', createPostSpotRows(), 'post_id,spot_id'),
    ],
    onProgress,
  )
}

/**
 * Removes only the demo, which it recognises by the ids. Contributions of others to demo spots are deleted with them.
 */
export async function removeDemo(client: SupabaseClient, onProgress: OnProgress): Promise<void> {
  const remove = removeFrom(client)
  await runSteps(
    [
      ...remove('Stories', 'posts', demoPostIds),
      ...remove('Lists', 'lists', demoListIds),
      ...remove('Spots', 'spots', demoSpotIds),
      ...demoMembers.map(({ id }): Step => ['Members', () => deleteMember(client, id)]),
    ],
    onProgress,
  )
}

/** Returns how much of the demo exists. */
export async function countDemo(client: SupabaseClient): Promise<{ spots: number; posts: number }> {
  const count = async (table: string, ids: string[]) => {
    const { count: found, error } = await client.from(table).select('id', { count: 'exact', head: true }).in('id', ids)
    throwIf(error)
    return found ?? 0
  }
  return { spots: await count('spots', demoSpotIds), posts: await count('posts', demoPostIds) }
}

async function runSteps(steps: Step[], onProgress: OnProgress): Promise<void> {
  for (const [done, [doing, run]] of steps.entries()) {
    onProgress({ done, total: steps.length, doing })
    await run()
  }
  onProgress({ done: steps.length, total: steps.length, doing: 'Done' })
}

function insertInto(client: SupabaseClient) {
  return (doing: string, table: string, rows: object[], onConflict: string): Step[] =>
    inBatches(rows).map((batch) => [
      doing,
      async () => throwIf((await client.from(table).upsert(batch, { onConflict, ignoreDuplicates: true })).error),
    ])
}

function removeFrom(client: SupabaseClient) {
  return (doing: string, table: string, ids: string[]): Step[] =>
    inBatches(ids).map((batch) => [
      doing,
      async () => throwIf((await client.from(table).delete().in('id', batch)).error),
    ])
}

async function ensureMember(
  client: SupabaseClient,
  { id, email, username }: (typeof demoMembers)[number],
): Promise<void> {
  const known = await client.auth.admin.getUserById(id)
  if (!known.data.user) {
    const user_metadata = { username, name: username }
    const { error } = await client.auth.admin.createUser({ id, email, email_confirm: true, user_metadata })
    if (error) throw error
  }
  // The app does this when a member signs in, which demo members never do.
  throwIf(
    (await client.from('users').upsert({ id, email, username, name: username }, { ignoreDuplicates: true })).error,
  )
}

async function deleteMember(client: SupabaseClient, id: string): Promise<void> {
  const { error } = await client.auth.admin.deleteUser(id)
  if (error && error.status !== 404) throw error
}

/** "Want to go" and "Been there" exist from the start, so only their items are added. */
async function markSpots(client: SupabaseClient): Promise<void> {
  const memberIds = demoMembers.map(({ id }) => id)
  const { data, error } = await client
    .from('lists')
    .select('id, author_id, kind')
    .in('author_id', memberIds)
    .in('kind', ['want', 'been'])
  throwIf(error)
  const items = (data ?? []).flatMap(({ id, author_id, kind }) =>
    listMarkedSpots(author_id, kind).map((spot_id, position) => ({ list_id: id, spot_id, position })),
  )
  const reply = await client.from('list_items').upsert(items, { onConflict: 'list_id,spot_id', ignoreDuplicates: true })
  throwIf(reply.error)
}

async function insertPosts(client: SupabaseClient): Promise<void> {
  const slugs = demoStories.flatMap(({ city }) => city ?? [])
  const { data, error } = await client.from('cities').select('id, slug').in('slug', slugs)
  throwIf(error)
  const cityIds = new Map<string, number>((data ?? []).map(({ id, slug }) => [slug, id]))
  const rows = createPostRows(cityIds)
  throwIf((await client.from('posts').upsert(rows, { onConflict: 'id', ignoreDuplicates: true })).error)
}

function inBatches<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
    rows.slice(index * BATCH, (index + 1) * BATCH),
  )
}

function throwIf(error: { message: string } | null): void {
  if (error) throw new Error(error.message, { cause: error })
}
