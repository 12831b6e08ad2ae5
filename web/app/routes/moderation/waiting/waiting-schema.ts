import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { PhotoSummary } from '#app/features/media/photo-summary.ts'
import { PostSummary } from '#app/features/posts/post-summary.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import { Decision, MemberRecord, Openings, QueueCounts } from '../desk/desk-schema.ts'

const Item = {
  id: v.number(),
  kind: v.picklist(['spot', 'post']),
  target_id: v.string(),
  since: v.string(),
  asked_at: v.nullable(v.string()),
  author: v.nullable(MemberSummary),
  record: v.nullable(MemberRecord),
  spot: v.nullable(v.object({ ...SpotSummary.entries, same_text: v.number(), has_link: v.boolean() })),
  post: v.nullable(PostSummary),
}

const SpotPreview = v.object({
  spot: v.object({
    ...SpotSummary.entries,
    description: v.string(),
    address: v.nullable(v.string()),
    website: v.nullable(v.string()),
    access: v.string(),
  }),
  exact_point: v.nullable(v.object({ lng: v.number(), lat: v.number(), address: v.nullable(v.string()) })),
  photos: v.array(PhotoSummary),
  duplicates: v.array(v.object({ ...SpotSummary.entries, distance_meters: v.number(), similarity: v.number() })),
  around: v.array(v.tuple([v.number(), v.number()])),
  changes: v.nullable(
    v.object({ at: v.string(), changes: v.record(v.string(), v.object({ from: v.unknown(), to: v.unknown() })) }),
  ),
})

const PostPreview = v.object({ ...PostSummary.entries, body: v.string(), spots: v.array(SpotSummary) })

const Row = v.object(Item)
const Opened = v.object({
  ...Item,
  decided: v.nullable(Decision),
  openings: Openings,
  preview: v.nullable(v.union([SpotPreview, PostPreview])),
})

/** The data of the queue: `moderation_waiting` of the database. */
const WaitingPage = v.object({
  counts: QueueCounts,
  oldest_at: v.nullable(v.string()),
  last_decision_at: v.nullable(v.string()),
  items: v.array(Row),
  position: v.number(),
  previous: v.nullable(v.number()),
  next: v.nullable(v.number()),
  earlier: v.nullable(v.number()),
  later: v.nullable(v.number()),
  opened: v.nullable(Opened),
})

export type WaitingRow = v.InferOutput<typeof Row>
export type OpenedItem = v.InferOutput<typeof Opened>
export type SpotPreview = v.InferOutput<typeof SpotPreview>
export type PostPreview = v.InferOutput<typeof PostPreview>
export type WaitingPage = v.InferOutput<typeof WaitingPage>

/** Loads 50 items: those around the opened item, or those from a given item on. */
export async function getWaitingPage(
  supabase: Supabase,
  { item, from }: { item: number | undefined; from: number | undefined },
): Promise<WaitingPage> {
  return v.parse(WaitingPage, takeData(await supabase.rpc('moderation_waiting', { item, from_item: from })))
}
