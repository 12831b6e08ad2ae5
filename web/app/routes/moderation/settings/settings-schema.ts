import * as v from 'valibot'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'

const atMost = (limit: number) =>
  v.maxLength<string, number, string>(limit, `Use at most ${formatNumber(limit)} characters.`)

/** A whole number from a form field, with a message in words. */
const Count = (max: number) =>
  v.pipe(
    v.union([
      v.number(),
      v.pipe(v.string(), v.trim(), v.regex(/^\d{1,6}$/, 'Enter a whole number.'), v.transform(Number)),
    ]),
    v.number('Enter a whole number.'),
    v.minValue(1, 'Enter at least 1.'),
    v.maxValue(max, `Enter at most ${formatNumber(max)}.`),
  )

const toLine = v.transform((text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim())
const toNull = v.transform((text: string) => text || null)

/** The settings as an administrator edits them, by column. */
export const SiteSettingsForm = v.object({
  moderation: v.picklist(['off', 'first-post', 'all']),
  registration: v.picklist(['open', 'invitation', 'closed']),
  members_may_invite: v.union([
    v.boolean(),
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((text) => text === 'true'),
    ),
  ]),
  who_may_post: v.picklist(['members', 'trusted', 'moderators']),
  trusted_after: Count(1000),
  hide_after_reports: Count(100),
  new_member_daily_spots: Count(1000),
  site_name: v.pipe(
    v.string(),
    toLine,
    v.nonEmpty('Enter a name.'),
    atMost(CONTENT_LIMITS['instance_settings.site_name']),
  ),
  contact: v.pipe(v.fallback(v.string(), ''), toLine, atMost(CONTENT_LIMITS['instance_settings.contact']), toNull),
  rules: v.pipe(
    v.fallback(v.string(), ''),
    v.transform((text) => text.replaceAll('\r\n', '\n').trim()),
    atMost(CONTENT_LIMITS['instance_settings.rules']),
    toNull,
  ),
})

export type SiteSettings = v.InferOutput<typeof SiteSettingsForm>

/** The settings that the form showed, so that only changed ones are written. */
export const ShownSettings = v.pipe(v.string(), v.parseJson(), v.partial(SiteSettingsForm))

/**
 * Returns the settings that differ from those that the form showed, so that two administrators do not undo each
 * other's changes.
 */
export function findChanges(settings: SiteSettings, shown: Partial<SiteSettings>): Partial<SiteSettings> {
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => shown[name as keyof SiteSettings] !== value),
  )
}

export const InvitationForm = v.object({
  uses: Count(100),
  days: Count(90),
  note: v.pipe(v.fallback(v.string(), ''), toLine, atMost(CONTENT_LIMITS['invitations.note'])),
})

export const RevokeForm = v.object({ id: v.pipe(v.string(), v.uuid()) })
