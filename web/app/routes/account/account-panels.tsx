import { type ReactNode, useSyncExternalStore } from 'react'
import { href, useLocation } from 'react-router'
import { PostRows } from '#app/features/posts/post-rows.tsx'
import { SpotCard } from '#app/features/spots/cards/spot-card.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { CardGrid } from '#app/ui/layout/card-grid.tsx'
import type { AccountPage } from './account-page.ts'
import { type AccountSection, sortContributions, toAccountSection } from './account-tabs.ts'
import { ContributionCard } from './contribution-card.tsx'
import { OwnLists } from './own-lists.tsx'
import { OwnReviews } from './own-reviews.tsx'

interface Panel {
  label: string
  count: number
  content: ReactNode
}

/**
 * The member's contributions, one tab at a time. Each tab has its own hash, so other pages can link to it. Without
 * JavaScript the browser shows the tab that the hash names (`:target` in account.css).
 */
export function AccountPanels({ page }: { page: AccountPage }) {
  const isScripted = useIsScripted()
  const { hash } = useLocation()
  const current = toAccountSection(isScripted ? hash : '')
  const panels = listPanels(page)
  return (
    <>
      <nav className="tabs scroll-fade account-tabs" aria-label="Your contributions">
        {panels.map(([section, { label, count }]) => (
          <SafeLink
            key={section}
            className="tab"
            to={{ hash: section }}
            aria-current={section === current ? 'true' : undefined}
            preventScrollReset
          >
            {label}
            <span className="tab-count">{count}</span>
          </SafeLink>
        ))}
      </nav>
      <div className="account-panels" data-scripted={isScripted || undefined}>
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

function listPanels(page: AccountPage): [AccountSection, Panel][] {
  const { shown, stories, drafts, waiting, removed } = sortContributions(page)
  return [
    [
      'spots',
      { label: 'Spots', count: shown.length, content: <OwnSpots spots={shown} attention={[...waiting, ...removed]} /> },
    ],
    [
      'drafts',
      {
        label: 'Drafts',
        count: drafts.length,
        content: <Contributions items={drafts} empty="No drafts. What you start and leave is kept here." />,
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
        count: stories.length,
        content: stories.length > 0 ? <PostRows posts={stories} /> : <Quiet>You have not written a story yet.</Quiet>,
      },
    ],
    ['lists', { label: 'Lists', count: page.lists.length, content: <OwnLists lists={page.lists} /> }],
    ['reviews', { label: 'Reviews', count: page.reviews.length, content: <OwnReviews reviews={page.reviews} /> }],
  ]
}

type Items = ReturnType<typeof sortContributions>['drafts']

function OwnSpots({ spots, attention }: { spots: AccountPage['spots']; attention: Items }) {
  return (
    <>
      {attention.length > 0 && <Contributions items={attention} empty="" />}
      {spots.length > 0 ? (
        <CardGrid className="account-spots">
          {spots.map((spot, index) => (
            <SpotCard key={spot.id} spot={spot} headingLevel="h2" priority={index < 3} />
          ))}
        </CardGrid>
      ) : (
        attention.length === 0 && (
          <EmptyState
            title="No spots yet."
            actions={
              <>
                <LinkButton to={href('/submit')}>Mark your first spot</LinkButton>
                <LinkButton variant="quiet" to={href('/explore')}>
                  Explore first
                </LinkButton>
              </>
            }
          >
            Begin with the place you would send a friend to. It takes about three minutes.
          </EmptyState>
        )
      )}
    </>
  )
}

function Contributions({ items, empty }: { items: Items; empty: string }) {
  if (items.length === 0) return <Quiet>{empty}</Quiet>
  return (
    <ul className="contributions">
      {items.map((item) => (
        <ContributionCard key={`${item.kind} ${item.row.id}`} item={item} />
      ))}
    </ul>
  )
}

function Quiet({ children }: { children: ReactNode }) {
  return <p className="text-ink-2">{children}</p>
}

/** False on the server and in the first render, where the hash is unknown. */
function useIsScripted(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
