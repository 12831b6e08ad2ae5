import { type ReactNode, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useTabInView } from '#app/ui/navigation/use-tab-in-view.ts'
import type { AccountPage } from './account-page.ts'
import { type AccountSection, sortContributions, toAccountSection } from './account-tabs.ts'
import { OwnLists } from './lists/own-lists.tsx'
import type { OwnList } from './lists/own-lists-data.ts'
import { notificationsUrl } from './notifications/notifications-url.ts'
import { Contributions, OwnSpots, OwnStories } from './own-contributions.tsx'
import { OwnReviews } from './own-reviews.tsx'

interface Panel {
  label: string
  count?: number
  content: ReactNode
}

/**
 * The feed and the member's contributions, one tab at a time. Each tab has its own hash, so other pages can link to it.
 * Without JavaScript, `:target` in account.css shows the tab of the hash. The notifications tab has its own URL;
 * `notifications` is set while it is open.
 */
export function AccountPanels({
  page,
  lists,
  feed,
  notifications,
}: {
  page: AccountPage
  lists: OwnList[]
  feed: ReactNode
  notifications: ReactNode
}) {
  const isScripted = useIsScripted()
  const { hash } = useLocation()
  const current = notifications ? undefined : toAccountSection(isScripted ? hash : '')
  const tabs = useTabInView(current ?? 'notifications')
  const panels: [AccountSection, Panel][] = [['feed', { label: 'Feed', content: feed }], ...listPanels(page, lists)]
  return (
    <>
      <nav className="tabs scroll-fade account-tabs" aria-label="Your contributions" ref={tabs}>
        {panels.map(([section, { label, count }]) => (
          <SafeLink
            key={section}
            className="tab"
            to={{ search: '', hash: section }}
            aria-current={section === current ? 'true' : undefined}
            preventScrollReset
          >
            {label}
            {count !== undefined && <span className="tab-count">{count}</span>}
          </SafeLink>
        ))}
        <SafeLink
          className="tab"
          to={notificationsUrl()}
          aria-current={notifications ? 'true' : undefined}
          preventScrollReset
        >
          Notifications
          {page.unread_count > 0 && <span className="tab-count">{page.unread_count}</span>}
        </SafeLink>
      </nav>
      {notifications}
      <div className="account-panels" data-scripted={isScripted || undefined} hidden={Boolean(notifications)}>
        {panels.map(([section, { label, content }]) => (
          <section
            key={section}
            id={section}
            className="account-panel"
            aria-label={label}
            data-current={section === current || undefined}
          >
            {content}
          </section>
        ))}
      </div>
    </>
  )
}

function listPanels(page: AccountPage, lists: OwnList[]): [AccountSection, Panel][] {
  const { shown, stories, drafts, waiting, removed } = sortContributions(page)
  return [
    [
      'spots',
      {
        label: 'Spots',
        count: page.numbers.spots,
        content: <OwnSpots shown={shown} attention={[...waiting, ...removed]} />,
      },
    ],
    [
      'drafts',
      {
        label: 'Drafts',
        count: drafts.length,
        content: (
          <Contributions
            items={drafts}
            empty="No drafts. Spots and stories that you start appear here until you publish them."
          />
        ),
      },
    ],
    [
      'waiting',
      {
        label: 'Waiting',
        count: waiting.length,
        content: <Contributions items={waiting} empty="Nothing is waiting for review." />,
      },
    ],
    [
      'stories',
      {
        label: 'Stories',
        count: page.numbers.stories,
        content: <OwnStories stories={stories} />,
      },
    ],
    ['lists', { label: 'Lists', count: lists.length, content: <OwnLists lists={lists} /> }],
    [
      'reviews',
      {
        label: 'Reviews',
        count: page.numbers.reviews,
        content: <OwnReviews reviews={page.reviews} count={page.numbers.reviews} />,
      },
    ],
  ]
}

/** Returns false on the server and in the first render, where the hash is unknown. */
function useIsScripted(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
