import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import Settings from 'lucide-react/icons/settings'
import { type RefObject, useRef } from 'react'
import { href, useFetcher, useRevalidator } from 'react-router'
import { NewItems } from '#app/features/live-updates/new-items.tsx'
import { notificationTopic } from '#app/features/live-updates/notification-topic.ts'
import { useLiveCount } from '#app/features/live-updates/use-live-count.ts'
import { groupNotifications } from '#app/features/notifications/group-notifications.ts'
import { markOpened } from '#app/features/notifications/mark-opened.ts'
import type { Notification } from '#app/features/notifications/notification.ts'
import { NotificationRow } from '#app/features/notifications/notification-row.tsx'
import { formatDay } from '#app/lib/format/dates.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { NothingHere } from './nothing-here.tsx'
import { splitByDay } from './notification-days.ts'
import { NotificationFilters } from './notification-filters.tsx'
import type { NotificationsData } from './notifications-request.ts'
import { notificationsUrl } from './notifications-url.ts'
import { useNotificationKeys } from './use-notification-keys.ts'
import './notifications-tab.css'

/** The tab of notifications: filters, days, 50 a page. New ones wait behind a button, so that nothing moves. */
export function NotificationsTab({ data: { group, page, isOlder }, now }: { data: NotificationsData; now: number }) {
  const { revalidate } = useRevalidator()
  const list = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useNotificationKeys(list)
  const newCount = useNewNotifications(page.notifications, isOlder)
  const timeZone = page.time_zone ?? 'UTC'
  const entries = groupNotifications(page.notifications, (time) => formatDay(time, now, timeZone))
  const oldest = page.notifications.at(-1)?.id
  return (
    <section className="notifications" aria-labelledby="notifications-title">
      <NotificationsHead
        heading={heading}
        newest={page.notifications[0]?.id}
        hasUnread={(page.counts.unread ?? 0) > 0}
      />
      <NotificationFilters group={group} counts={page.counts} />
      <NewItems
        text={newCount > 0 ? `${newCount} new` : ''}
        onShow={() => {
          heading.current?.focus()
          void revalidate()
        }}
      />
      {entries.length === 0 && <NothingHere group={group} latest={page.latest} now={now} timeZone={timeZone} />}
      <div ref={list}>
        {splitByDay(entries, now, timeZone).map(({ heading, entries: ofDay }) => (
          <section key={heading} aria-label={heading}>
            <h3 className="notifications-day">{heading}</h3>
            <ul className="notifications-list">
              {ofDay.map((entry) => (
                <NotificationRow
                  key={entry.first.id}
                  entry={entry}
                  now={now}
                  onOpen={(opened) => void markOpened(opened)}
                  actions={entry.isUnread && <ReadButton ids={entry.ids} />}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {page.has_more && oldest !== undefined && (
        <LinkButton className="notifications-more" to={notificationsUrl(group, oldest)}>
          Show older ones
        </LinkButton>
      )}
    </section>
  )
}

function NotificationsHead({
  heading,
  newest,
  hasUnread,
}: {
  /** Gets the focus when a button disappears because it has nothing left to do. */
  heading: RefObject<HTMLHeadingElement | null>
  newest: number | undefined
  hasUnread: boolean
}) {
  return (
    <div className="notifications-head">
      <h2 ref={heading} tabIndex={-1} className="title text-h2" id="notifications-title">
        Notifications
      </h2>
      {hasUnread && newest !== undefined && (
        <PageForm method="post" preventScrollReset onSubmit={() => heading.current?.focus()}>
          <input type="hidden" name="up_to" value={newest} />
          <Button type="submit" name="intent" value="read" icon={<CheckCheck />}>
            Mark all read
          </Button>
        </PageForm>
      )}
      <LinkButton
        variant="bare"
        size="square"
        aria-label="Notification settings"
        to={{ pathname: href('/account/settings'), search: '?section=notifications' }}
      >
        <Settings />
      </LinkButton>
    </div>
  )
}

/** Returns the number of notifications that are newer than the shown ones; 0 on older pages. */
function useNewNotifications(shown: Notification[], isOlder: boolean): number {
  const viewer = useViewer()
  const newest = Math.max(0, ...shown.map(({ id }) => id))
  return useLiveCount(viewer && !isOlder ? notificationTopic(viewer.id) : null, shown, async (supabase) => {
    const newer = supabase.from('notifications').select('id', { count: 'exact', head: true }).gt('id', newest)
    return (await newer.throwOnError()).count ?? 0
  })
}

/** Marks a row as read without opening it. Keyboard shortcut: E. */
function ReadButton({ ids }: { ids: number[] }) {
  const fetcher = useFetcher()
  return (
    <fetcher.Form
      method="post"
      className="notification-read"
      // The button disappears with the bar, so the focus moves to its row.
      onSubmit={({ currentTarget }) => currentTarget.closest('.notification')?.querySelector('a')?.focus()}
    >
      <input type="hidden" name="ids" value={ids.join(' ')} />
      <IconButton type="submit" name="intent" value="read" label="Mark as read" icon={<Check />} data-read />
    </fetcher.Form>
  )
}
