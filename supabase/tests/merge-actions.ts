import type { People } from './people.ts'

type Viewer = Parameters<People['as']>[0]

/** The spot that is kept, and the spot that is merged into it. */
export const KEPT = 'keptmill2345'
export const MERGED = 'mergedmill23'

export interface Values {
  visibility?: string
  precision?: string
  status?: string
  author?: string
}

export type MergeActions = ReturnType<typeof createMergeActions>

/** The actions of merge tests: add two spots with contents, merge them, undo the merge, and count. */
export function createMergeActions(people: People) {
  async function mark(
    id: string,
    title: string,
    { visibility = 'public', precision = 'exact', status = 'published', author }: Values = {},
  ) {
    await people.owner`
      insert into public.spots (id, title, category, lng, lat, visibility, precision, status, author_id)
      values (${id}, ${title}, 'castle', 7.7, 45.06, ${visibility}, ${precision}, ${status}, ${author ?? people.ids.author})`
  }

  async function plant(kept: Values = {}, merged: Values = {}) {
    await mark(KEPT, 'Old mill', kept)
    await mark(MERGED, 'The old mill', merged)
  }

  function merge(viewer: Viewer, kept = KEPT, merged = MERGED, taken: string[] = []) {
    return people.actAs(viewer, async (sql) => {
      const [row] = await sql<{ result: { id: string; merge: number } }[]>`
        select public.merge_spots(${kept}, ${merged}, ${taken}::text[]) as result`
      return row?.result.merge ?? 0
    })
  }

  const undo = (viewer: Viewer, id: number) => people.actAs(viewer, (sql) => sql`select public.undo_merge(${id})`)

  async function follow(viewer: Viewer, id = MERGED) {
    const [row] = await people.as(
      viewer,
      (sql) => sql<{ id: string | null }[]>`select public.find_merged_spot(${id}) as id`,
    )
    return row?.id
  }

  /**
   * Fills both spots with contributions of members. The stranger has reviewed both, and last the one that is merged.
   */
  async function fill() {
    const { owner, ids } = people
    await owner`
      insert into public.reviews (spot_id, author_id, rating, body, updated_at) values
        (${KEPT}, ${ids.stranger}, 2, 'Earlier', now() - interval '1 day'), (${MERGED}, ${ids.stranger}, 5, 'Later', now()),
        (${MERGED}, ${ids.newcomer}, 4, 'Only', now())`
    const [comment] = await owner<{ id: string }[]>`
      insert into public.comments (spot_id, author_id, body) values (${MERGED}, ${ids.stranger}, 'Mind the step') returning id`
    await owner`
      insert into public.comments (spot_id, author_id, parent_id, body)
      values (${MERGED}, ${ids.newcomer}, ${comment?.id ?? ''}, 'Thank you')`
    await owner`
      insert into public.photos (spot_id, author_id, storage_path, width, height)
      values (${MERGED}, ${ids.author}, ${`${ids.author}/merged-${Math.random()}`}, 1, 1)`
    const lists = await owner<{ id: string; author_id: string }[]>`
      select id, author_id from public.lists where kind = 'want' and author_id in (${ids.stranger}, ${ids.newcomer})`
    for (const { id, author_id } of lists) {
      await owner`insert into public.list_items (list_id, spot_id, note) values (${id}, ${MERGED}, 'Soon')`
      if (author_id === ids.stranger)
        await owner`insert into public.list_items (list_id, spot_id) values (${id}, ${KEPT})`
    }
    await owner`
      insert into public.posts (title, body, status, author_id)
      values ('A walk', ${`One.\n\n/spot/${MERGED}\n\n[Mill](/spot/${MERGED}?a=1) /spot/${MERGED}x`}, 'published', ${ids.stranger})`
  }

  async function count(id: string) {
    const [spot] = await people.owner`
      select review_count, rating_sum, comment_count, photo_count, save_count from public.spots where id = ${id}`
    return Object.values(spot ?? {})
  }

  /** Compares the counters with the rows. */
  async function recount(id: string) {
    const [spot] = await people.owner`
      select (select count(*)::integer from public.reviews where spot_id = ${id}) as reviews,
        (select coalesce(sum(rating), 0)::integer from public.reviews where spot_id = ${id}) as ratings,
        (select count(*)::integer from public.comments where spot_id = ${id}) as comments,
        (select count(*)::integer from public.photos where spot_id = ${id}) as photos,
        (select count(distinct author_id)::integer from public.list_items join public.lists on lists.id = list_id
          where spot_id = ${id} and kind <> 'been') as saves`
    return Object.values(spot ?? {})
  }

  return { mark, plant, merge, undo, follow, fill, count, recount }
}
