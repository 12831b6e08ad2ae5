import RotateCw from 'lucide-react/icons/rotate-cw'

interface SearchOnMoveProps {
  searchesOnMove: boolean
  /** True if the map has moved away from the area that the list shows. */
  hasLeft: boolean
  onSearchesOnMove: (on: boolean) => void
  onSearchHere: () => void
}

/** The switch for searching on every move, and the search button if it is off. */
export function SearchOnMove({ searchesOnMove, hasLeft, onSearchesOnMove, onSearchHere }: SearchOnMoveProps) {
  return (
    <div className="explore-search-on-move needs-script">
      <button
        type="button"
        className="chip"
        role="switch"
        aria-checked={searchesOnMove}
        onClick={() => onSearchesOnMove(!searchesOnMove)}
      >
        <RotateCw size={16} strokeWidth={1.75} />
        Search as I move the map <b>{searchesOnMove ? 'on' : 'off'}</b>
      </button>
      {!searchesOnMove && hasLeft && (
        <button type="button" className="chip" onClick={onSearchHere}>
          Search this area
        </button>
      )}
    </div>
  )
}
