import { randomUUID } from 'node:crypto'
import type { People } from './people.ts'
import type { Subject } from './visibility-paths.ts'
import { STATUSES, type Status, VISIBILITIES, type Visibility } from './visibility-rule.ts'

/** A visibility and a status, with the ids of everything that has both. */
export interface Combination extends Subject {
  visibility: Visibility
  status: Status
  /** The secret of the link to the spot. */
  secret: string
}

/** All pairs of visibility and status. */
export const COMBINATIONS: Combination[] = VISIBILITIES.flatMap((visibility) =>
  STATUSES.map((status) => ({ visibility, status })),
).map((pair, index) => {
  const letter = String.fromCharCode('a'.charCodeAt(0) + index)
  return {
    ...pair,
    secret: randomUUID(),
    spot: `hiddenmill2${letter}`,
    mergedSpot: `mergedmill2${letter}`,
    photo: randomUUID(),
    comment: randomUUID(),
    review: randomUUID(),
    // Long enough not to occur in other numbers.
    revision: 770_000_000 + index,
    suggestion: 780_000_000 + index,
    hiddenList: `hiddenlist2${letter}`,
    story: `hiddenstory${letter}`,
    storySlug: `hidden-story-${letter}`,
    fileName: randomUUID(),
  }
})

/** Rows that all combinations share. */
export interface SharedRows {
  list: string
  post: string
}

/** Creates the table from which the rows of the combinations are created. */
export async function prepareSubjects({ owner }: People): Promise<void> {
  await owner.unsafe(`
    create table matrix.subjects (
      visibility public.visibility, status public.publication_status, secret text, spot text, "mergedSpot" text, photo uuid,
      comment uuid, review uuid, revision bigint, suggestion bigint, "hiddenList" text, story text, "storySlug" text, "fileName" text
    )`)
}

/**
 * Creates the spot of each combination with one of everything that can be attached, a story and a list. They are
 * written as the owner, so that no guard changes them.
 */
export async function createSubjects(
  { owner, ids }: People,
  { list, post }: SharedRows,
  combinations: Combination[],
): Promise<void> {
  const { author, stranger, newcomer } = ids
  await owner.begin(async (sql) => {
    await sql`insert into matrix.subjects
      select * from jsonb_populate_recordset(null::matrix.subjects, ${sql.json(combinations)})`
    await sql.unsafe(`
      insert into public.spots (id, title, category, lng, lat, precision, visibility, status, removal_reason, author_id, description, tags, city_id)
      select spot, 'Hidden mill', 'castle', 7.7, 45, 'area', visibility, status, case status when 'removed' then 'Spam' end, '${author}', 'needle', '{hiddentag}', 1
      from matrix.subjects;
      insert into public.spot_exact_points (spot_id, lng, lat) select spot, 7.70123, 45.00456 from matrix.subjects;
      delete from public.links where spot_id in (select spot from matrix.subjects);
      insert into public.links (secret, owner_id, spot_id) select secret, '${author}', spot from matrix.subjects;
      insert into public.photos (id, spot_id, author_id, storage_path, width, height)
      select photo, spot, '${author}', '${author}/' || "fileName", 10, 10 from matrix.subjects;
      insert into storage.objects (bucket_id, name, owner_id)
      select 'photos', '${author}/' || "fileName" || '/full.webp', '${author}' from matrix.subjects;
      insert into public.reviews (id, spot_id, author_id, rating, body) select review, spot, '${newcomer}', 5, 'needle' from matrix.subjects;
      insert into public.comments (id, spot_id, author_id, body) select comment, spot, '${author}', 'needle' from matrix.subjects;
      insert into public.revisions (id, spot_id, author_id, visibility, changes) overriding system value
      select revision, spot, '${author}', visibility, '{"title":{"from":"a","to":"b"}}' from matrix.subjects;
      insert into public.spot_redirects (old_id, spot_id) select "mergedSpot", spot from matrix.subjects;
      insert into public.suggestions (id, spot_id, author_id, changes, created_at) overriding system value
      select suggestion, spot, '${stranger}', '{"title":{"from":"Hidden mill","to":"needle"}}', now() - interval '9 days' from matrix.subjects;
      insert into public.post_spots (post_id, spot_id) select '${post}', spot from matrix.subjects;
      insert into public.list_items (list_id, spot_id) select '${list}', spot from matrix.subjects;
      insert into public.notifications (user_id, kind, actor_id, spot_id, text)
      select '${stranger}', 'reply', '${author}', spot, 'needle' from matrix.subjects;
      insert into public.reports (reporter_id, spot_id, reason) select '${newcomer}', spot, 'wrong' from matrix.subjects;
      insert into public.posts (id, slug, title, summary, body, visibility, status, removal_reason, author_id, city_id)
      select story, "storySlug", 'Hidden story', 'needle', 'needle', visibility, status, case status when 'removed' then 'Spam' end, '${author}', 1
      from matrix.subjects;
      insert into public.comments (post_id, author_id, body) select story, '${author}', 'needle' from matrix.subjects;
      insert into public.lists (id, title, visibility, author_id)
      select "hiddenList", 'Hidden list', case when status in ('published', 'closed') then visibility else 'private' end, '${author}'
      from matrix.subjects;
      insert into public.list_members (list_id, member_id, role) select "hiddenList", '${newcomer}', 'editor' from matrix.subjects;
      insert into public.list_invitations (list_id, role, token_hash)
      select "hiddenList", 'editor', sha256("hiddenList"::bytea) from matrix.subjects;
      insert into public.list_changes (list_id, actor_id, kind, spot_id) select '${list}', '${author}', 'added', spot from matrix.subjects;
      insert into public.spot_files (spot_id, name) select spot, 'needle.gpx' from matrix.subjects;
      insert into public.spot_sources (spot_id, name, license_name) select spot, 'needle', 'CC0' from matrix.subjects;
      insert into public.bundle_spots (spot_id, subscription_id, origin_id, url, license_name, license_url, digest, run)
      select spot, subscriptions.id, spot, 'https://origin.example/spot/' || spot, 'CC0', 'https://license.example', '', gen_random_uuid()
      from matrix.subjects, public.bundle_subscriptions subscriptions;
      select public.refresh_spot_cells()`)
  })
}

export async function deleteSubjects({ owner }: People): Promise<void> {
  await owner.begin((sql) =>
    sql.unsafe(`
      delete from public.spots where id in (select spot from matrix.subjects);
      delete from public.posts where id in (select story from matrix.subjects);
      delete from public.lists where id in (select "hiddenList" from matrix.subjects);
      select set_config('storage.allow_delete_query', 'true', true);
      delete from storage.objects where bucket_id = 'photos';
      delete from public.notifications;
      delete from matrix.subjects;
      select public.refresh_spot_cells()`),
  )
}
