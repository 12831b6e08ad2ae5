import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { accessIds } from '#app/features/explore/filters/spot-filter.ts'
import { ListKind } from '#app/features/lists/list-kind.ts'
import { SpotSummary, Visibility } from '#app/features/spots/spot-summary.ts'
import { isStorable } from '#app/lib/is-storable.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'

const Role = v.picklist(['editor', 'viewer'])

const ListItem = v.object({
  spot: v.object({ ...SpotSummary.entries, access: v.picklist(accessIds) }),
  note: v.string(),
  position: v.number(),
  is_cover: v.boolean(),
  added_at: v.string(),
  added_by: v.nullable(MemberSummary),
  has_been: v.boolean(),
})

const ListMember = v.object({ ...MemberSummary.entries, role: Role, joined_at: v.string() })

const Invitation = v.object({
  id: v.string(),
  role: Role,
  use_count: v.number(),
  max_uses: v.number(),
  expires_at: v.string(),
})

const ListChange = v.object({
  id: v.number(),
  kind: v.picklist(['added', 'removed', 'moved', 'note', 'details', 'joined', 'left']),
  created_at: v.string(),
  actor: v.nullable(MemberSummary),
  spot: v.nullable(v.object({ id: v.string(), title: v.string() })),
})

/** The data of a list's page as the viewer may see it: `list_page` of the database. */
export const ListPage = v.object({
  list: v.object({
    id: v.string(),
    kind: ListKind,
    title: v.string(),
    description: v.string(),
    visibility: Visibility,
    created_at: v.string(),
    updated_at: v.string(),
  }),
  author: v.nullable(MemberSummary),
  follow: v.object({ follower_count: v.number(), is_following: v.boolean() }),
  members: v.array(v.nullable(ListMember)),
  /** The role of the viewer; null for those who are not members of the list. */
  role: v.nullable(v.picklist(['owner', 'editor', 'viewer'])),
  items: v.array(ListItem),
  item_count: v.number(),
  /** Items whose spot a moderator removed, for editors. */
  removed: v.array(v.object({ spot_id: v.string(), position: v.number(), removed_at: v.string() })),
  /** The number of spots that only the owner can see. 0 for everyone else. */
  hidden_count: v.number(),
  invitations: v.array(Invitation),
  changes: v.array(ListChange),
  /** Set if reports have hidden the list, or a moderator has removed it with a reason. It cannot be changed then. */
  hidden: v.nullable(v.object({ reason: v.nullable(v.string()) })),
  /** True if people without an account may sign up with an invitation to this list. False unless the viewer owns it. */
  admits_new_members: v.boolean(),
  /** For the owner and editors of a list that is shared by link. */
  link_secret: v.nullable(v.string()),
  link_expires_at: v.nullable(v.string()),
})

export type ListPage = v.InferOutput<typeof ListPage>
export type ListItem = v.InferOutput<typeof ListItem>
export type ListMember = v.InferOutput<typeof ListMember>
export type ListChange = v.InferOutput<typeof ListChange>

/**
 * Returns the page of a list with at most `most` items, or null if there is none that the viewer may see. `linkSecret`
 * opens one shared by link.
 */
export async function findListPage(
  supabase: Supabase,
  id: string,
  { linkSecret, most }: { linkSecret: string | null; most: number },
): Promise<ListPage | null> {
  if (!isStorable(id + (linkSecret ?? ''))) return null
  const page = findData(await supabase.rpc('list_page', { id, most, ...(linkSecret && { link_secret: linkSecret }) }))
  return page === null ? null : v.parse(ListPage, page)
}

/** An invitation as its holder sees it before joining. */
const ReceivedInvitation = v.object({
  list_id: v.string(),
  role: Role,
  inviter: v.nullable(MemberSummary),
  is_open: v.boolean(),
  title: v.nullable(v.string()),
  is_member: v.boolean(),
})

export type ReceivedInvitation = v.InferOutput<typeof ReceivedInvitation>

/** Returns the list and role of an invitation; null for an unknown token. */
export async function findInvitation(supabase: Supabase, token: string): Promise<ReceivedInvitation | null> {
  if (!isStorable(token)) return null
  const invitation = findData(await supabase.rpc('find_list_invitation', { token }))
  return invitation === null ? null : v.parse(ReceivedInvitation, invitation)
}

/** Returns true for those who may add, move and remove spots. */
export function mayEdit({ role, hidden }: Pick<ListPage, 'role' | 'hidden'>): boolean {
  return (role === 'owner' || role === 'editor') && hidden === null
}
