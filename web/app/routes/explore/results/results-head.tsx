import { href, useSearchParams } from 'react-router'
import type { ExploreRequest } from '#app/features/explore/explore-view.ts'
import { writeExploreViewUrl } from '#app/features/explore/explore-view-url.ts'
import type { SpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { TakeAlong } from '#app/features/spots/exports/take-along.tsx'
import { createLazyDialog, LazyDialogView } from '#app/platform/lazy-dialog.tsx'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import type { DistanceOrigin } from '../distance-origin.ts'
import { getResultsTitle } from '../filters/filter-words.ts'
import { writeFeedSearch } from './feed-search.ts'

const shareDialog = createLazyDialog(async () => (await import('#app/features/share/share-dialog.tsx')).ShareDialog)

/** The head of the results: how many spots are in view, the origin of their distances, their exports and their link. */
export function ResultsHead({
  summary,
  origin,
  request,
  filter,
}: {
  summary: string
  origin: DistanceOrigin
  /** The request that the results belong to. */
  request: ExploreRequest
  filter: SpotFilter
}) {
  const [parameters] = useSearchParams()
  const navigateTo = useNavigateTo()
  const close = () =>
    navigateTo(
      { search: withDialog(parameters, null) },
      { preventScrollReset: true, replace: true, defaultShouldRevalidate: false },
    )
  return (
    <>
      <h1 className="title explore-count">{summary}</h1>
      {!origin.isFarOut && <p className="explore-origin">from {origin.name}</p>}
      <TakeAlong
        title={summary}
        pathname={href('/explore')}
        search={`?${writeExploreViewUrl({ ...request, from: undefined, cursor: undefined })}`}
        feed={{ path: '/feeds/spots', search: writeFeedSearch(filter) }}
        share={withDialog(parameters, 'share')}
        look="icon"
      />
      {parameters.get('do') === 'share' && (
        <LazyDialogView
          dialog={shareDialog}
          props={{ page: toSharedPage(parameters, filter), onClose: () => void close() }}
        />
      )}
    </>
  )
}

function toSharedPage(parameters: URLSearchParams, filter: SpotFilter) {
  return { title: getResultsTitle(filter), path: `${href('/explore')}${withDialog(parameters, null)}`, isPublic: true }
}

/** Returns the query of the same results with a dialog open, or with none. */
function withDialog(parameters: URLSearchParams, dialog: 'share' | null): string {
  const search = new URLSearchParams(parameters)
  if (dialog === null) search.delete('do')
  else search.set('do', dialog)
  return search.size > 0 ? `?${search}` : ''
}
