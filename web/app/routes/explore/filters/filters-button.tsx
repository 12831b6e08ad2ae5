import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'

/** The chip that opens the panel with all filters. `count` is the number of active filters. */
export function FiltersButton({ count, isOpen, onOpen }: { count: number; isOpen: boolean; onOpen: () => void }) {
  return (
    <button
      type="button"
      className="chip explore-filters-button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      <SlidersHorizontal size={17} />
      Filters
      {count > 0 && <span className="chip-count">{count}</span>}
    </button>
  )
}
