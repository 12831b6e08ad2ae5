import { useNavigation, useSearchParams } from 'react-router'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import type { ListPage } from './list-page.ts'
import { MOST_ITEMS, withParameter } from './list-search.ts'

/** Loads the next items of a long list. */
export function MoreItems({ page: { items, item_count } }: { page: ListPage }) {
  const [parameters] = useSearchParams()
  const { location } = useNavigation()
  if (items.length >= item_count || items.length >= MOST_ITEMS.largest) return null
  const next = String(Math.min(items.length + MOST_ITEMS.step, MOST_ITEMS.largest))
  const isLoading = location !== undefined && new URLSearchParams(location.search).get(MOST_ITEMS.name) === next
  return (
    <div className="list-more-items">
      <LinkButton
        to={withParameter(parameters, MOST_ITEMS.name, next)}
        preventScrollReset
        replace
        rel="nofollow"
        aria-busy={isLoading || undefined}
      >
        {isLoading ? 'Loading' : 'Show more'}
      </LinkButton>
    </div>
  )
}
