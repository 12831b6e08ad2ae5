import { useNavigation, useSearchParams } from 'react-router'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import type { ListPage } from './list-page.ts'
import { ITEMS_PARAMETER, withParameter } from './list-search.ts'

/** Loads the next items of a long list. */
export function MoreItems({ page: { items, item_count } }: { page: ListPage }) {
  const [parameters] = useSearchParams()
  const { location } = useNavigation()
  if (items.length >= item_count || items.length >= ITEMS_PARAMETER.max) return null
  const next = String(Math.min(items.length + ITEMS_PARAMETER.step, ITEMS_PARAMETER.max))
  const isLoading = location !== undefined && new URLSearchParams(location.search).get(ITEMS_PARAMETER.name) === next
  return (
    <div className="list-more-items">
      <LinkButton
        to={withParameter(parameters, ITEMS_PARAMETER.name, next)}
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
