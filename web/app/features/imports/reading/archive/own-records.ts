import * as v from 'valibot'
import type { Json } from '#app/lib/database.types.ts'
import { shorten } from '../text/plain-text.ts'
import { ArchiveDate } from './archive-date.ts'

/** The kinds of records that an archive restores besides places and stories. */
export const RECORD_KINDS = ['comment', 'follow', 'block', 'setting'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** A comment, follow, block or setting of an archive. `details` names what it refers to, for the server. */
export interface ArchivedRecord {
  kind: RecordKind
  /** Names the record in the result of the import. */
  name: string
  details: Record<string, Json | undefined>
}

/** The parts of account.json that contain records. */
export type RecordParts = Partial<Record<'comments' | 'follows' | 'blocks' | 'reviews', unknown[]>> & {
  posts: { id: string }[]
  profile?: unknown
  notification_preferences?: unknown[]
  mail_schedules?: unknown[]
}

/** The maximum number of records per import. */
export const MAX_RECORDS = 20_000
const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const Id = v.fallback(v.nullish(v.string()), undefined)

const Comment = v.object({
  id: v.string(),
  body: v.pipe(v.string(), v.maxLength(4000)),
  ...{ spot_id: Id, post_id: Id, parent_id: Id, review_id: Id, created_at: ArchiveDate },
  about: v.fallback(v.nullish(v.record(v.string(), v.nullable(v.union([v.string(), v.number()])))), undefined),
})
type Comment = v.InferOutput<typeof Comment>

const Follow = v.object({
  created_at: ArchiveDate,
  member: v.nullish(Name),
  city_id: v.nullish(v.pipe(v.number(), v.integer())),
  city: v.fallback(v.nullish(v.object({ name: Name })), undefined),
  list: v.fallback(v.nullish(v.object({ title: Name, author: v.nullish(Name) })), undefined),
})

const Block = v.object({ member: Name, created_at: ArchiveDate })
const Review = v.object({ id: v.string() })
const Preference = v.object({ topic: Name, in_app: v.boolean(), mail: Name })
const Digest = v.object({ digest_hour: v.number(), time_zone: v.nullish(Name) })
const Profile = v.object({
  ...{ name: v.nullish(v.string()), surname: v.nullish(v.string()), bio: v.nullish(v.string()) },
  profile_visibility: v.fallback(v.optional(v.picklist(['everyone', 'members', 'nobody'])), undefined),
})

/**
 * Lists the records of an archive. Comments come before their replies. Follows of lists without an author are left out,
 * because the server could not find such lists.
 */
export function listRecords(parts: RecordParts): ArchivedRecord[] {
  return [
    ...readComments(parts),
    ...parseAll(Follow, parts.follows).flatMap(({ member, city_id, city, list, created_at }): ArchivedRecord[] => {
      const follow = (name: string, details: ArchivedRecord['details']): ArchivedRecord[] => [
        { kind: 'follow', name, details: { ...details, created_at } },
      ]
      if (member) return follow(member, { member })
      if (city_id) return follow(city?.name ?? 'A city', { city: city_id })
      return list?.author ? follow(list.title, { list: list.title, author: list.author }) : []
    }),
    ...parseAll(Block, parts.blocks).map(
      ({ member, created_at }): ArchivedRecord => ({ kind: 'block', name: member, details: { member, created_at } }),
    ),
    ...readSettings(parts),
  ].slice(0, MAX_RECORDS)
}

/** Replies come after their comments, which the server then knows already. */
function readComments({ comments, posts, reviews }: RecordParts): ArchivedRecord[] {
  const all = parseAll(Comment, comments).toSorted(
    (a, b) => Number(isAnswer(a)) - Number(isAnswer(b)) || (a.created_at ?? '').localeCompare(b.created_at ?? ''),
  )
  const numbers = new Map(all.map(({ id }, index) => [id, index + 1]))
  const stories = new Map(posts.map(({ id }, index) => [id, index + 1]))
  const own = new Set(parseAll(Review, reviews).map(({ id }) => id))
  return all.map(({ body, spot_id, post_id, parent_id, review_id, about, created_at }) => {
    const story = stories.get(post_id ?? '')
    const answers = numbers.get(parent_id ?? '')
    const details = {
      ...{ body, created_at, ...(about && { about }), ...(spot_id && { spot: spot_id }), ...(story && { story }) },
      ...(answers ? { answers } : parent_id && { parent: parent_id }),
      ...(review_id && { review: review_id, ...(own.has(review_id) && { of_own_review: true }) }),
    }
    const title = about?.spot ?? about?.story
    const name = shorten(`${title ? `${title}: ` : ''}${body}`.trim(), 100)
    return { kind: 'comment', name: name || 'Comment', details }
  })
}

function isAnswer({ parent_id }: Comment): boolean {
  return Boolean(parent_id)
}

function readSettings({ profile, notification_preferences, mail_schedules }: RecordParts): ArchivedRecord[] {
  const setting = (name: string, details: ArchivedRecord['details']): ArchivedRecord => ({
    kind: 'setting',
    name,
    details,
  })
  return [
    ...parseAll(Profile, profile ? [profile] : []).map(({ name, surname, bio, profile_visibility }) =>
      setting('Profile', { setting: 'profile', name, surname, bio, profile_visibility }),
    ),
    ...parseAll(Preference, notification_preferences).map((preference) =>
      setting(`Notifications: ${preference.topic}`, { setting: 'notifications', ...preference }),
    ),
    ...parseAll(Digest, mail_schedules).map((digest) => setting('Daily digest', { setting: 'digest', ...digest })),
  ]
}

function parseAll<Schema extends v.GenericSchema>(schema: Schema, rows: unknown[] = []): v.InferOutput<Schema>[] {
  return rows.flatMap((row) => {
    const read = v.safeParse(schema, row)
    return read.success ? [read.output] : []
  })
}
