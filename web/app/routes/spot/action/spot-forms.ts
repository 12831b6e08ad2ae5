import * as v from 'valibot'
import { markKinds } from '#app/features/lists/mark-commands.ts'

/** "Want to go" or "Been there", on or off. */
export const MarkForm = v.object({
  kind: v.picklist(markKinds),
  on: v.pipe(
    v.picklist(['true', 'false']),
    v.transform((value) => value === 'true'),
  ),
})

/** Names a review or a comment. */
export const RowForm = v.object({ id: v.pipe(v.string(), v.uuid()) })

/** Why something is reported, in the words of the dialog. */
export const reportReasons = {
  wrong: 'Something is wrong with it',
  gone: 'It is not there any more',
  duplicate: 'It is marked twice',
  'private-place': 'It is somebody’s private place',
  offensive: 'It is offensive',
  rights: 'It uses somebody’s text or photos without leave',
  spam: 'It is advertising',
  other: 'Something else',
} as const

type ReportReason = keyof typeof reportReasons

export const ReportForm = v.object({
  reason: v.pipe(
    v.optional(v.string(), ''),
    v.picklist(Object.keys(reportReasons) as ReportReason[], 'Choose what is the matter.'),
  ),
  body: v.pipe(v.string(), v.trim(), v.maxLength(2000, 'A report has at most 2,000 characters.')),
})

export const RemovalForm = v.object({
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Say why, so that the author can read it.'),
    v.maxLength(1000, 'A reason has at most 1,000 characters.'),
  ),
})

export const PhotoForm = v.object({
  alt_text: v.pipe(v.string(), v.trim(), v.maxLength(500, 'A description has at most 500 characters.')),
})
