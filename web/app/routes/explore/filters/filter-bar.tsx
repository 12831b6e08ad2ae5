import ChevronDown from 'lucide-react/icons/chevron-down'
import User from 'lucide-react/icons/user'
import { useState } from 'react'
import { type GroupId, groupIds, groups, listCategoriesOf } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { BEST_LOVED_NOTE } from '#app/features/explore/best-loved-note.ts'
import {
  countFilters,
  listWholeGroups,
  noFilter,
  sortIds,
  toggleGroup,
} from '#app/features/explore/filters/spot-filter.ts'
import { ChipLink } from '#app/ui/buttons/chip.tsx'
import { ChipRow } from '#app/ui/buttons/chip-row.tsx'
import { Menu, MenuLink } from '#app/ui/dialogs/menu.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import type { ExploreAddress } from '../state/use-explore-url.ts'
import { FilterPanel } from './filter-panel.tsx'
import { listSetFilters, sortWords } from './filter-words.ts'
import { FiltersButton } from './filters-button.tsx'

/** The active filters followed by common ones, and a panel with all of them. On phones it is above the map. */
export function FilterBar({ address }: { address: ExploreAddress }) {
  const { filter, linkTo } = address
  const [isOpen, setIsOpen] = useState(false)
  const hasScript = useHasScript()
  const count = countFilters(filter)
  const set = listSetFilters(filter)
  return (
    <div className="explore-filters">
      <ChipRow label="Filters" className="explore-chips">
        {filter.by !== null && <MemberChip username={filter.by} address={address} />}
        <FiltersButton count={count} isOpen={isOpen} onOpen={() => setIsOpen(true)} />
        {set.map(({ key, words, shortWords, category, without }) => (
          <ChipLink
            key={key}
            {...linkTo(without)}
            on
            aria-label={`${words}: remove`}
            icon={category && <CategoryIcon category={category} size={18} />}
          >
            <span className="max-wide:hidden max-w-60 truncate" dir="auto">
              {words}
            </span>
            <span className="wide:hidden max-w-40 truncate" dir="auto">
              {shortWords}
            </span>
          </ChipLink>
        ))}
        <NearChips address={address} />
      </ChipRow>
      <div className="explore-filters-end">
        {set.length > 0 && (
          <TextLink
            className="text-small whitespace-nowrap"
            {...linkTo({ ...noFilter, sort: filter.sort, by: filter.by })}
          >
            Clear all
          </TextLink>
        )}
        <SortMenu address={address} />
        {!hasScript && <SortLinks address={address} />}
      </div>
      {isOpen && <FilterPanel filter={filter} onApply={address.goTo} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

/** The member whose spots are shown. Removing this filter does not move the map. */
function MemberChip({ username, address: { filter, linkTo } }: { username: string; address: ExploreAddress }) {
  return (
    <ChipLink
      {...linkTo({ ...filter, by: null })}
      on
      aria-label={`Marked by ${username}: remove`}
      icon={<User size={17} />}
    >
      <span className="max-wide:hidden">Marked by </span>
      <bdi className="max-w-40 truncate">{username}</bdi>
    </ChipLink>
  )
}

/** Common filters that are not set. */
function NearChips({ address: { filter, linkTo } }: { address: ExploreAddress }) {
  const wholeGroups = listWholeGroups(filter)
  return (
    <>
      {!filter.hasPhotos && <ChipLink {...linkTo({ ...filter, hasPhotos: true })}>Has photos</ChipLink>}
      {groupIds
        .filter((group) => !wholeGroups.includes(group))
        .map((group) => (
          <ChipLink key={group} {...linkTo(toggleGroup(filter, group))} icon={<GroupIcon group={group} />}>
            {groups[group]}
          </ChipLink>
        ))}
      {filter.minRating === null && <ChipLink {...linkTo({ ...filter, minRating: 4 })}>Rated 4 and up</ChipLink>}
      {filter.access.length === 0 && <ChipLink {...linkTo({ ...filter, access: ['free'] })}>Free to enter</ChipLink>}
    </>
  )
}

function GroupIcon({ group }: { group: GroupId }) {
  const [first] = listCategoriesOf(group)
  return first && <CategoryIcon category={first} size={18} />
}

function SortMenu({ address: { filter, linkTo } }: { address: ExploreAddress }) {
  return (
    <Menu
      label="Sort by"
      trigger={(trigger) => (
        <button {...trigger} type="button" className="explore-sort needs-script">
          Sort: <b>{sortWords[filter.sort]}</b>
          <ChevronDown size={16} />
        </button>
      )}
    >
      {sortIds.map((sort) => (
        <MenuLink key={sort} {...linkTo({ ...filter, sort })} aria-current={sort === filter.sort ? 'true' : undefined}>
          <span>
            {sortWords[sort]}
            {sort === 'best' && <small className="explore-sort-note">{BEST_LOVED_NOTE}</small>}
          </span>
        </MenuLink>
      ))}
    </Menu>
  )
}

/** The other orders as links, for browsers without JavaScript. */
function SortLinks({ address: { filter, linkTo } }: { address: ExploreAddress }) {
  return (
    <noscript className="explore-sort-links">
      <span>
        Sort: <b>{sortWords[filter.sort]}</b>
      </span>
      {sortIds
        .filter((sort) => sort !== filter.sort)
        .map((sort) => (
          <TextLink key={sort} to={linkTo({ ...filter, sort }).to} rel="nofollow">
            {sortWords[sort]}
          </TextLink>
        ))}
    </noscript>
  )
}
