import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useSearchParams } from 'react-router'
import { ChipLink } from '#app/ui/buttons/chip.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import { linkToFilterForm } from '../state/plain-pages.ts'

/**
 * The chip that opens the panel with all filters. `count` is the number of active filters. Without JavaScript it links
 * to the page with the form in it.
 */
export function FiltersButton({ count, isOpen, onOpen }: { count: number; isOpen: boolean; onOpen: () => void }) {
  const [parameters] = useSearchParams()
  const hasScript = useHasScript()
  return (
    <>
      <button
        type="button"
        className="chip explore-filters-button needs-script"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onOpen}
      >
        <SlidersHorizontal size={17} />
        Filters
        {count > 0 && <span className="chip-count">{count}</span>}
      </button>
      {!hasScript && (
        <noscript className="contents">
          <ChipLink to={linkToFilterForm(parameters)} rel="nofollow" count={count > 0 ? count : undefined}>
            Filters
          </ChipLink>
        </noscript>
      )}
    </>
  )
}
