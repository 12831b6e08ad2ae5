import { expect, test } from 'vitest'
import { collectAccountExport } from '../../web/app/features/account/account-export.server.ts'
import { addSentContent, SENT_CONTENT } from './sent-content.ts'
import { createTestApp, signUp } from './test-app.ts'

test('includes the notification settings of a member in the JSON file', async () => {
  await using app = await createTestApp()
  const { id, client } = await signUp(app, 'author@example.org')
  await app.owner`insert into public.users (id, username) values (${id}, 'author')`
  await app.owner`insert into public.notification_preferences (user_id, topic, in_app, mail) values (${id}, 'reviews', false, 'never')`
  await app.owner`insert into public.mail_schedules (user_id, digest_hour, time_zone) values (${id}, 18, 'Europe/Rome')`
  expect(await collectAccountExport(client, id)).toMatchObject({
    notification_preferences: [{ topic: 'reviews', in_app: false, mail: 'never' }],
    mail_schedules: [{ digest_hour: 18, time_zone: 'Europe/Rome' }],
  })
})

test('includes suggestions, reports, changes of stories and entries on lists of others, not what only moderators read', async () => {
  await using app = await createTestApp()
  const { id, client } = await signUp(app, 'author@example.org')
  await app.owner`insert into public.users (id, username) values (${id}, 'author')`
  await addSentContent(app.owner, id)
  const exported = await collectAccountExport(client, id)
  expect(exported).toMatchObject(SENT_CONTENT)
  expect(Object.keys(exported.reports[0] ?? {})).not.toContain('counts')
})
