import * as v from 'valibot'
import { type NotificationTopic, notificationTopics } from '#app/features/notifications/notification-topics.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

const topicNames = Object.keys(notificationTopics) as NotificationTopic[]

/** The frequencies of emails about a topic. */
export const mailFrequencies = ['now', 'daily', 'never'] as const

const NotificationSettings = v.object({
  topics: v.array(v.object({ topic: v.picklist(topicNames), in_app: v.boolean(), mail: v.picklist(mailFrequencies) })),
  digest_hour: v.number(),
  time_zone: v.string(),
  has_chosen_zone: v.boolean(),
})

export type NotificationSettings = v.InferOutput<typeof NotificationSettings>

export async function getNotificationSettings(supabase: Supabase): Promise<NotificationSettings> {
  return v.parse(NotificationSettings, takeData(await supabase.rpc('notification_settings')))
}
