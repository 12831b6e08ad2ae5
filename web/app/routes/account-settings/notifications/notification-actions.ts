import * as v from 'valibot'
import { type NotificationTopic, notificationTopics } from '#app/features/notifications/notification-topics.ts'
import { rejectForm } from '#app/lib/form-result.ts'
import { formatTime } from '#app/lib/format/dates.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { findData } from '#app/lib/supabase.ts'
import { fail, type SettingsAction, succeed } from '../action-result.ts'
import { mailFrequencies } from './notification-settings.ts'

const LAST_HOUR = 23
const INVALID_ZONE = 'PT400'
/** For the whole form, because its lists have no place for errors. */
const INVALID_SCHEDULE = 'Choose the hour and the time zone of the digest from the lists.'
const Schedule = v.object({
  digest_hour: v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.maxValue(LAST_HOUR)),
  time_zone: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
})
const Frequency = v.picklist(mailFrequencies)
const topicNames = Object.keys(notificationTopics) as NotificationTopic[]

/** Saves the matrix of notification settings with the schedule of the daily digest. */
export const saveNotifications: SettingsAction = async (supabase, form) => {
  const schedule = parseForm(Schedule, form)
  if (!schedule.accepted) return fail(rejectForm(INVALID_SCHEDULE, form))
  // Disabled radio buttons are not sent.
  const rows = topicNames.flatMap((topic) => {
    const mail = v.safeParse(Frequency, form.get(`mail-${topic}`))
    return mail.success ? [{ topic, in_app: form.get(`app-${topic}`) === 'on', mail: mail.output }] : []
  })
  const saved = await supabase.rpc('save_notification_settings', { topics: rows, ...schedule.value })
  if (saved.error?.code === INVALID_ZONE) return fail(rejectForm(saved.error.message, form))
  findData(saved)
  return succeed(`Saved ${formatTime(new Date(), schedule.value.time_zone)}.`)
}

/** Stops all emails about notifications. Emails about the account's security and about its exports are always sent. */
export const stopMails: SettingsAction = async (supabase) => {
  findData(await supabase.rpc('stop_mails'))
  return succeed('Turned off. Emails about the security of your account and about your exports are still sent.')
}
