import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import { MemberRecord, QueueCounts } from '../desk/desk-schema.ts'

const Role = v.picklist(['member', 'moderator', 'admin'])

const Row = {
  ...MemberSummary.entries,
  ...MemberRecord.entries,
  role: Role,
  is_suspended: v.boolean(),
  report_count: v.number(),
}

const Opened = v.object({
  ...Row,
  last_seen_at: v.nullable(v.string()),
  banned_until: v.nullable(v.string()),
  warning_count: v.number(),
  numbers: v.object({ published: v.number(), waiting: v.number(), removed: v.number(), reports_upheld: v.number() }),
  contributions: v.array(
    v.object({ kind: v.string(), id: v.string(), title: v.string(), status: v.string(), at: v.string() }),
  ),
  log: v.array(
    v.object({
      id: v.number(),
      action: v.string(),
      actor: v.nullable(MemberSummary),
      reason: v.string(),
      at: v.string(),
      may_restore: v.boolean(),
    }),
  ),
})

/** The data of the members: `moderation_members` of the database. */
const MembersPage = v.object({
  counts: QueueCounts,
  is_admin: v.boolean(),
  members: v.array(v.object(Row)),
  opened: v.nullable(Opened),
})

export type MemberRow = v.InferOutput<typeof MembersPage>['members'][number]
export type OpenedMember = v.InferOutput<typeof Opened>
export type MembersPage = v.InferOutput<typeof MembersPage>

export const memberFilters = { new: 'New', reported: 'Reported', suspended: 'Suspended', team: 'Team' } as const

export async function getMembersPage(
  supabase: Supabase,
  asked: { search: string | undefined; filter: string | undefined; member: string | undefined },
): Promise<MembersPage> {
  return v.parse(MembersPage, takeData(await supabase.rpc('moderation_members', asked)))
}
