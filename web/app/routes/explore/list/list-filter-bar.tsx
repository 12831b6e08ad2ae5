import ChevronDown from 'lucide-react/icons/chevron-down'
import ListIcon from 'lucide-react/icons/list'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { groups, listCategoriesOf } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import {
  countFilters,
  listWholeGroups,
  parseSpotFilter,
  type SpotFilter,
  toggleGroup,
  writeSpotFilter,
} from '#app/features/explore/filters/spot-filter.ts'
import { writeMapPosition } from '#app/features/explore/position/map-position.ts'
import type { LngLat } from '#app/features/map/map-view.ts'
import { TakeAlongMenu } from '#app/features/spots/exports/take-along.tsx'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { ChipLink } from '#app/ui/buttons/chip.tsx'
import { ChipRow } from '#app/ui/buttons/chip-row.tsx'
import { Menu } from '#app/ui/dialogs/menu.tsx'
import { FilterPanel } from '../filters/filter-panel.tsx'
import { FiltersButton } from '../filters/filters-button.tsx'
import { describeListExports } from './header/list-exports.ts'
import { OrderLinks } from './header/list-menu.tsx'
import { countGroups, NOT_BEEN } from './list-filter.ts'
import { orderWords, parseListOrder } from './list-order.ts'
import type { ListPage } from './list-page.ts'

/** The list as a filter that can be removed, and filters within it. `place` is where the map is. */
export function ListFilterBar({
  page,
  place,
  isEditing,
}: {
  page: ListPage
  place: LngLat & { zoom: number }
  /** The editor always shows the list in its own order. */
  isEditing: boolean
}) {
  const [parameters] = useSearchParams()
  const [isOpen, setIsOpen] = useState(false)
  const navigateTo = useNavigateTo()
  const filter = parseSpotFilter(parameters)
  const count = countFilters(filter)
  const notBeen = page.items.filter((item) => !item.has_been).length
  const isNotBeen = parameters.get(NOT_BEEN.name) === NOT_BEEN.value
  const toSearch = (wanted: SpotFilter) => ({ search: `?${writeSpotFilter(wanted, parameters)}` })
  return (
    <div className="explore-filters">
      <ChipRow label="Filters" className="explore-chips">
        <ChipLink
          to={{ search: `?${writeMapPosition(place)}` }}
          on
          aria-label={`List ${page.list.title}: remove`}
          icon={<ListIcon size={17} aria-hidden="true" />}
        >
          <span className="max-wide:hidden max-w-72 truncate" dir="auto">
            {page.list.title}
          </span>
          <span className="wide:hidden">List</span>
        </ChipLink>
        <FiltersButton count={count} isOpen={isOpen} onOpen={() => setIsOpen(true)} />
        {page.items.length > 0 && (
          <ChipLink
            to={toggleNotBeen(parameters, isNotBeen)}
            on={isNotBeen}
            defaultShouldRevalidate={false}
            count={notBeen}
          >
            Not been yet
          </ChipLink>
        )}
        {countGroups(page.items).map(({ group, count: inGroup }) => (
          <ChipLink
            key={group}
            to={toSearch(toggleGroup(filter, group))}
            on={listWholeGroups(filter).includes(group)}
            defaultShouldRevalidate={false}
            count={inGroup}
            icon={<CategoryIcon category={listCategoriesOf(group)[0] ?? 'station'} size={18} />}
          >
            {groups[group]}
          </ChipLink>
        ))}
      </ChipRow>
      {!isEditing && (
        <div className="explore-filters-end">
          {page.item_count > 0 && <TakeAlongMenu {...describeListExports(page, parameters)} look="words" />}
          <Menu
            label="Sort by"
            trigger={(trigger) => (
              <button {...trigger} type="button" className="explore-sort needs-script">
                Sort: <b>{orderWords[parseListOrder(parameters)]}</b>
                <ChevronDown size={16} aria-hidden="true" />
              </button>
            )}
          >
            <OrderLinks />
          </Menu>
        </div>
      )}
      {isOpen && (
        <FilterPanel
          filter={filter}
          onApply={(wanted) =>
            void navigateTo(toSearch(wanted), { preventScrollReset: true, defaultShouldRevalidate: false })
          }
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}

function toggleNotBeen(parameters: URLSearchParams, isOn: boolean) {
  const search = new URLSearchParams(parameters)
  if (isOn) search.delete(NOT_BEEN.name)
  else search.set(NOT_BEEN.name, NOT_BEEN.value)
  return { search: `?${search}` }
}
