import { expect, test } from 'vitest'
import { collectAccountExport } from '../../web/app/features/account/account-export.server.ts'
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
