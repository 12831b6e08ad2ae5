import { randomUUID } from 'node:crypto'
import type { Sql } from '../../backend/src/postgres/statements/sql.ts'

/** The parts of an export that contain what `addSentContent` adds. */
export const SENT_CONTENT = {
  suggestions: [{ spot_id: 'sharedmill22', kind: 'edit', changes: { title: { from: 'Mill', to: 'Old mill' } } }],
  reports: [{ spot_id: 'sharedmill22', reason: 'wrong', body: 'It is a barn.', status: 'open' }],
  post_drafts: [{ post_id: 'draftedwalk2', story: { title: 'A longer walk' } }],
  list_memberships: [
    { list_id: 'sharedlist22', role: 'editor', title: 'Mills', items: [{ spot_id: 'sharedmill22', note: 'By bike' }] },
  ],
}

/** Adds a suggestion, a report, an unpublished change of a story and an entry on a list of others by a member. */
export async function addSentContent(owner: Sql, member: string): Promise<void> {
  await owner`insert into public.spots (id, title, category, lng, lat, status) values ('sharedmill22', 'Mill', 'ruin', 7.8, 45.1, 'published')`
  await owner`insert into public.suggestions (spot_id, author_id, changes)
    values ('sharedmill22', ${member}, ${owner.json({ title: { from: 'Mill', to: 'Old mill' } })})`
  await owner`insert into public.reports (spot_id, reporter_id, reason, body)
    values ('sharedmill22', ${member}, 'wrong', 'It is a barn.')`
  await owner`insert into public.posts (id, slug, title, body, status, author_id)
    values ('draftedwalk2', 'drafted-walk', 'A walk', 'One.', 'published', ${member})`
  await owner`insert into public.post_drafts (post_id, user_id, story, base_version)
    values ('draftedwalk2', ${member}, ${owner.json({ title: 'A longer walk' })}, 1)`
  const keeper = randomUUID()
  await owner`insert into auth.users (id, email) values (${keeper}, 'keeper@example.org')`
  await owner`insert into public.users (id, username) values (${keeper}, 'keeper')`
  await owner`insert into public.spots (id, title, category, lng, lat, status) values ('keptmill2222', 'Mill', 'ruin', 7.8, 45.1, 'published')`
  await owner`insert into public.lists (id, title, author_id) values ('sharedlist22', 'Mills', ${keeper})`
  await owner`insert into public.list_members (list_id, member_id, role) values ('sharedlist22', ${member}, 'editor')`
  await owner`insert into public.list_items (list_id, spot_id, note, added_by)
    values ('sharedlist22', 'sharedmill22', 'By bike', ${member}), ('sharedlist22', 'keptmill2222', 'Theirs', ${keeper})`
}
