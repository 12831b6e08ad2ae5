import { Form, href, useRevalidator } from 'react-router'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { nameMember } from '#app/features/account/members/member-name.ts'
import { NewItems } from '#app/features/live-updates/new-items.tsx'
import { notificationTopic } from '#app/features/live-updates/notification-topic.ts'
import { useLiveCount } from '#app/features/live-updates/use-live-count.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { formatAgo } from '#app/lib/format/dates.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import type { News } from './account-page.ts'

/**
 * The text between the actor's name and the subject. Approvals and removals show no name, because moderators act for
 * the site.
 */
const deeds: Record<News['kind'], { before?: string; middle: string }> = {
  approved: { before: 'A moderator', middle: 'approved' },
  removed: { before: 'A moderator', middle: 'removed' },
  review: { middle: 'rated' },
  comment: { middle: 'commented on' },
  reply: { middle: 'replied to you on' },
  photo: { middle: 'added a photo of' },
  follow: { middle: 'follows you' },
  'new-spot': { middle: 'marked' },
}

/** The latest notifications, newest first. */
export function AccountNotifications({ news, unreadCount, now }: { news: News[]; unreadCount: number; now: number }) {
  const { revalidate } = useRevalidator()
  const newCount = useNewNotifications(news)
  return (
    <section id="notifications" className="account-news" aria-labelledby="news" tabIndex={-1}>
      <div className="account-news-head">
        <h2 className="title text-h2" id="news">
          Notifications
        </h2>
        {unreadCount > 0 && (
          <Form method="post" preventScrollReset>
            <Button type="submit" variant="quiet" name="intent" value="read">
              Mark {formatCount(unreadCount, 'new one')} as read
            </Button>
          </Form>
        )}
      </div>
      {news.length === 0 ? (
        <p className="text-ink-2">Nothing yet. We tell you here when someone replies, rates or follows.</p>
      ) : (
        <ul>
          {news.map((item) => (
            <NewsRow key={item.id} item={item} now={now} />
          ))}
        </ul>
      )}
      <NewItems text={newCount > 0 ? formatCount(newCount, 'new notification') : ''} onShow={() => void revalidate()} />
    </section>
  )
}

/** Returns the number of notifications that are newer than the shown ones. */
function useNewNotifications(shown: News[]): number {
  const viewer = useViewer()
  const newest = Math.max(0, ...shown.map(({ id }) => id))
  return useLiveCount(viewer && notificationTopic(viewer.id), shown, async (supabase) => {
    const newer = supabase.from('notifications').select('id', { count: 'exact', head: true }).gt('id', newest)
    return (await newer.throwOnError()).count ?? 0
  })
}

function NewsRow({ item, now }: { item: News; now: number }) {
  const { before, middle } = deeds[item.kind]
  const target = findTarget(item)
  return (
    <li className="row account-news-row" data-unread={item.read_at === null || undefined}>
      {before ? null : <MemberAvatar id={item.actor?.id ?? String(item.id)} url={item.actor?.avatar_url ?? null} />}
      <div className="min-w-0 flex-1">
        <p>
          {item.read_at === null && <span className="sr-only">New: </span>}
          <b>{before ?? <bdi>{nameMember(item.actor)}</bdi>}</b> {middle}{' '}
          {target && (
            <SafeLink className="card-link title" to={target.to} dir="auto">
              {target.title}
            </SafeLink>
          )}
        </p>
        {item.text && (
          <p className="account-news-text lines-2" dir="auto">
            {item.text}
          </p>
        )}
      </div>
      <time className="account-news-time" dateTime={item.created_at}>
        {formatAgo(item.created_at, now)}
      </time>
    </li>
  )
}

function findTarget({ spot, post }: News): { to: string; title: string } | undefined {
  if (spot) return { to: spotUrl(spot), title: spot.title }
  if (post) return { to: href('/post/:slug', { slug: post.slug }), title: post.title }
  return undefined
}
