import * as v from 'valibot'
import { limitedText } from '#app/lib/limited-text.ts'

/** The reasons to report a member, with their labels. */
export const memberReportReasons = {
  spam: 'They advertise',
  offensive: 'They insult or harass',
  rights: 'They use someone’s text or photos without permission',
  wrong: 'They pretend to be someone else',
  other: 'Something else',
} as const

type MemberReportReason = keyof typeof memberReportReasons

/** The member that a form is about. */
export const MemberForm = v.object({ member: v.pipe(v.string(), v.uuid()) })

/** A report about a member. */
export const MemberReportForm = v.object({
  ...MemberForm.entries,
  reason: v.pipe(
    v.optional(v.string(), ''),
    v.picklist(Object.keys(memberReportReasons) as MemberReportReason[], 'Please choose a reason.'),
  ),
  body: limitedText('reports.body'),
})
