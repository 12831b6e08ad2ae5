import { useSearchParams } from 'react-router'
import type { SpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import { hasFilterForm, withoutFilters } from '../state/plain-pages.ts'
import { FilterFields } from './filter-fields.tsx'

/** All filters as a form in the page, if the URL asks for it. Only without JavaScript, see `FiltersButton`. */
export function PlainFilters({ filter }: { filter: SpotFilter }) {
  const [parameters] = useSearchParams()
  const hasScript = useHasScript()
  if (hasScript || !hasFilterForm(parameters)) return null
  const kept = withoutFilters(parameters, filter)
  return (
    <noscript>
      <form className="explore-plain-filters explore-panel">
        <h2 className="dialog-title">Filters</h2>
        {[...kept].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FilterFields filter={filter} />
        <div className="dialog-actions">
          <LinkButton to={{ search: `?${kept}` }}>Clear all</LinkButton>
          <Button variant="primary" type="submit">
            Show these spots
          </Button>
        </div>
      </form>
    </noscript>
  )
}
