import * as v from 'valibot'
import { limitedText } from '#app/lib/limited-text.ts'

/** The kinds of content that members report, and members themselves. */
export type ReportedKind = 'spot' | 'post' | 'photo' | 'review' | 'comment' | 'member' | 'list'

type ReportReason = 'spam' | 'wrong' | 'gone' | 'duplicate' | 'private-place' | 'offensive' | 'rights' | 'other'

/** The reasons to report each kind, with their labels. */
export const reportReasons: Record<ReportedKind, Partial<Record<ReportReason, string>>> = {
  spot: {
    wrong: 'Something about it is wrong',
    gone: 'It no longer exists',
    duplicate: 'It is a duplicate',
    'private-place': 'It is someone’s private place',
    offensive: 'It is offensive',
    rights: 'It uses someone’s text or photos without permission',
    spam: 'It is advertising',
    other: 'Something else',
  },
  post: {
    wrong: 'Something in it is wrong',
    'private-place': 'It reveals someone’s private place',
    offensive: 'It is offensive',
    rights: 'It uses someone’s text or photos without permission',
    spam: 'It is advertising',
    other: 'Something else',
  },
  photo: {
    wrong: 'It shows another place',
    'private-place': 'It shows a person or a private home',
    offensive: 'It is offensive',
    rights: 'It is someone else’s photo',
    spam: 'It is advertising',
    other: 'Something else',
  },
  review: {
    wrong: 'It is about another place',
    'private-place': 'It reveals something private',
    offensive: 'It is offensive',
    spam: 'It is advertising',
    other: 'Something else',
  },
  comment: {
    'private-place': 'It reveals something private',
    offensive: 'It is offensive',
    spam: 'It is advertising',
    other: 'Something else',
  },
  list: {
    'private-place': 'It reveals someone’s private place',
    offensive: 'It is offensive',
    rights: 'It uses someone’s text without permission',
    spam: 'It is advertising',
    other: 'Something else',
  },
  member: {
    spam: 'They advertise',
    offensive: 'They insult or harass',
    rights: 'They use someone’s text or photos without permission',
    wrong: 'They pretend to be someone else',
    other: 'Something else',
  },
}

const allReasons = Object.keys(reportReasons.spot) as ReportReason[]

/** The fields of the report dialog. `kind` and `id` are missing if the page itself is reported. */
export const ReportForm = v.object({
  kind: v.optional(v.picklist(['photo', 'review', 'comment', 'member', 'list'])),
  id: v.optional(v.union([v.pipe(v.string(), v.uuid()), v.pipe(v.string(), v.regex(/^[a-z0-9]{8,24}$/))])),
  reason: v.pipe(v.optional(v.string(), ''), v.picklist(allReasons, 'Please choose a reason.')),
  body: limitedText('reports.body'),
})

export type ReportForm = v.InferOutput<typeof ReportForm>
