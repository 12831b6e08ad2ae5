import type { ReactNode } from 'react'
import { href, useSearchParams } from 'react-router'
import { PostRows } from '#app/features/posts/post-rows.tsx'
import { storiesUrl } from '#app/features/posts/story-query.ts'
import { SpotCard } from '#app/features/spots/cards/spot-card.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { CardGrid } from '#app/ui/layout/card-grid.tsx'
import type { AccountPage } from './account-page.ts'
import { findLastSpot, type sortContributions, toSpotsPage } from './account-tabs.ts'
import { ContributionCard } from './contribution-card.tsx'

type Items = ReturnType<typeof sortContributions>['drafts']

/** The member's spots, a page at a time. The first page begins with those that wait for a decision or were removed. */
export function OwnSpots({ shown, attention }: { shown: AccountPage['spots']; attention: Items }) {
  const [parameters] = useSearchParams()
  const isFirst = findLastSpot(parameters) === undefined
  const { spots, lastId } = toSpotsPage(shown)
  return (
    <>
      {attention.length > 0 && isFirst && <Contributions items={attention} empty="" />}
      {!isFirst && (
        <p className="mb-4">
          <SafeLink className="link" to={{ search: '', hash: 'spots' }}>
            Back to the newest spots
          </SafeLink>
        </p>
      )}
      {spots.length > 0 ? (
        <CardGrid className="account-spots">
          {spots.map((spot, index) => (
            <SpotCard key={spot.id} spot={spot} headingLevel="h2" priority={index < 3} />
          ))}
        </CardGrid>
      ) : (
        attention.length === 0 &&
        isFirst && (
          <EmptyState
            title="No spots yet"
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
      {lastId && (
        <p className="mt-6">
          <LinkButton to={{ search: `?${new URLSearchParams({ older: lastId })}`, hash: 'spots' }} rel="next">
            Show more
          </LinkButton>
        </p>
      )}
    </>
  )
}

/** Spots and stories that are not published, or the sentence `empty`. */
export function Contributions({ items, empty }: { items: Items; empty: string }) {
  if (items.length === 0) return <Quiet>{empty}</Quiet>
  return (
    <ul className="contributions">
      {items.map((item) => (
        <ContributionCard key={`${item.kind} ${item.row.id}`} item={item} />
      ))}
    </ul>
  )
}

/** The member's stories, and the links to write one and to see all. */
export function OwnStories({ stories }: { stories: AccountPage['posts'] }) {
  return (
    <>
      {stories.length > 0 ? <PostRows posts={stories} /> : <Quiet>You have not written a story yet.</Quiet>}
      <p className="mt-4 flex flex-wrap items-center gap-4">
        <LinkButton to={`${href('/submit')}?kind=story`}>Write a story</LinkButton>
        {stories.length > 0 && (
          <SafeLink className="link" to={storiesUrl({ tag: null, isMine: true })}>
            All your stories
          </SafeLink>
        )}
      </p>
    </>
  )
}

function Quiet({ children }: { children: ReactNode }) {
  return <p className="text-ink-2">{children}</p>
}
