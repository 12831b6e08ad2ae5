import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { PhotoSummary } from '#app/features/media/photo-summary.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { Constants } from '#app/lib/database.types.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import { Decision, MemberRecord, Openings, QueueCounts } from '../desk/desk-schema.ts'

const Reason = v.picklist(Constants.public.Enums.report_reason)

const Item = {
  id: v.number(),
  kind: v.picklist(['spot', 'post', 'photo', 'review', 'comment', 'member', 'list']),
  target_id: v.string(),
  since: v.string(),
  report_count: v.number(),
  is_hidden: v.boolean(),
  author: v.nullable(MemberSummary),
  title: v.nullable(v.string()),
  reason: v.nullable(Reason),
}

/** The reported item. Its fields depend on its kind. */
const Content = v.object({
  ...v.partial(PhotoSummary).entries,
  title: v.optional(v.string()),
  description: v.optional(v.string()),
  summary: v.optional(v.string()),
  body: v.optional(v.string()),
  rating: v.optional(v.number()),
  name: v.optional(v.nullable(v.string())),
  bio: v.optional(v.nullable(v.string())),
  photos: v.optional(v.array(PhotoSummary)),
  items: v.optional(v.array(v.object({ ...SpotSummary.entries, note: v.string() }))),
})

const Row = v.object(Item)
const Opened = v.object({
  ...Item,
  decided: v.nullable(Decision),
  openings: Openings,
  record: v.nullable(MemberRecord),
  content: v.nullable(
    v.object({
      spot_id: v.nullable(v.string()),
      content: v.nullable(Content),
      on: v.nullable(v.object({ path: v.string(), title: v.string() })),
    }),
  ),
  reports: v.array(
    v.object({
      id: v.string(),
      reporter: v.nullable(MemberSummary),
      reason: Reason,
      body: v.string(),
      counts: v.boolean(),
      created_at: v.string(),
    }),
  ),
  history: v.array(
    v.object({ action: v.string(), actor: v.nullable(MemberSummary), reason: v.string(), at: v.string() }),
  ),
})

/** The data of the reports: `moderation_reports` of the database. */
const ReportsPage = v.object({
  counts: QueueCounts,
  report_count: v.number(),
  items: v.array(Row),
  opened: v.nullable(Opened),
})

export type ReportedRow = v.InferOutput<typeof Row>
export type ReportedItem = v.InferOutput<typeof Opened>
export type ReportedContent = v.InferOutput<typeof Content>
export type ReportsPage = v.InferOutput<typeof ReportsPage>

export async function getReportsPage(supabase: Supabase, item: number | undefined): Promise<ReportsPage> {
  return v.parse(ReportsPage, takeData(await supabase.rpc('moderation_reports', { item })))
}

/** Returns true for photos and reviews of a spot, which can be moved to another spot. The photos of stories cannot. */
export function isMovable({ kind, content }: ReportedItem): boolean {
  return (kind === 'photo' || kind === 'review') && content?.spot_id != null
}

/** The labels of the reasons for moderators. */
export const reasonWords: Record<v.InferOutput<typeof Reason>, string> = {
  wrong: 'wrong',
  gone: 'gone',
  duplicate: 'duplicate',
  'private-place': 'private place',
  offensive: 'offensive',
  rights: 'rights',
  spam: 'advertising',
  other: 'something else',
}
