import { useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { type NotificationTopic, notificationTopics } from '#app/features/notifications/notification-topics.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { ActionForm } from '../settings-form.tsx'
import { settingsUrl } from '../settings-sections.ts'
import { DigestTime } from './digest-time.tsx'
import { mailFrequencies, type NotificationSettings } from './notification-settings.ts'
import './notifications-section.css'

const LABELS = { now: 'At once', daily: 'Daily digest', never: 'Never' } as const

/** The notification settings. With JavaScript each change is saved at once; without it there is a button. */
export function NotificationsSection({
  data: { settings, timeZones, hasEmail, isStopping },
}: {
  data: { settings: NotificationSettings; timeZones: string[]; hasEmail: boolean; isStopping: boolean }
}) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const save = () => void submit(form.current, { preventScrollReset: true })
  return (
    <>
      <Form ref={form} method="post" action={settingsUrl('notifications')} onChange={save} preventScrollReset>
        <input type="hidden" name="intent" value="notifications" />
        <DigestTime settings={settings} timeZones={timeZones} onSave={save} />
        {!hasEmail && (
          <Notice kind="warn">
            Confirm your email address to get notifications by email.{' '}
            <TextLink to={settingsUrl('email')}>Email and phone</TextLink>
          </Notice>
        )}
        <Matrix settings={settings} hasEmail={hasEmail} />
        <noscript>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </noscript>
      </Form>
      <div className="notify-stop">
        {isStopping ? (
          <>
            <p>Turn off all notification emails? Emails about the security of your account are still sent.</p>
            <ActionForm
              section="notifications"
              sends={{ intent: 'stop-mails' }}
              label="Turn off"
              busyLabel="Saving"
              variant="danger"
            />
            <TextLink to={settingsUrl('notifications')}>Cancel</TextLink>
          </>
        ) : (
          <TextLink to={settingsUrl('notifications', { stop: 'all' })}>Turn off all emails except security</TextLink>
        )}
      </div>
    </>
  )
}

function Matrix({ settings, hasEmail }: { settings: NotificationSettings; hasEmail: boolean }) {
  const chosen = new Map(settings.topics.map((row) => [row.topic, row]))
  return (
    <div className="notify-rows">
      <div className="notify-head" aria-hidden="true">
        <span>Tell me about</span>
        <span className="notify-head-app">In the app</span>
        <span className="notify-head-mail">By email</span>
        {mailFrequencies.map((frequency) => (
          <span key={frequency} className="notify-head-frequency">
            {LABELS[frequency]}
          </span>
        ))}
      </div>
      {(Object.keys(notificationTopics) as NotificationTopic[]).map((topic) => {
        const { label } = notificationTopics[topic]
        const row = chosen.get(topic)
        return (
          <fieldset key={topic} className="notify-row">
            <legend className="notify-topic">{label}</legend>
            <label className="notify-app">
              <span className="notify-label">In the app</span>
              <input type="checkbox" name={`app-${topic}`} defaultChecked={row?.in_app ?? true} />
            </label>
            {!hasEmail && <input type="hidden" name={`mail-${topic}`} value={row?.mail ?? 'daily'} />}
            <div className="notify-mail">
              {mailFrequencies.map((frequency) => (
                <label key={frequency} className="notify-option">
                  <input
                    type="radio"
                    name={`mail-${topic}`}
                    value={frequency}
                    defaultChecked={row?.mail === frequency}
                    disabled={!hasEmail}
                  />
                  <span className="notify-label">
                    <span className="sr-only">By email: </span>
                    {LABELS[frequency]}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}
