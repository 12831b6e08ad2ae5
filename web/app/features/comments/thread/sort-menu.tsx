import ChevronDown from 'lucide-react/icons/chevron-down'
import { Menu, MenuLink } from '#app/ui/dialogs/menu.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** A menu with the orders of a list, each a link. Without JavaScript the links are shown side by side. */
export function SortMenu<Sort extends string>({
  label,
  sorts,
  chosen,
  words,
  linkTo,
}: {
  label: string
  sorts: readonly Sort[]
  chosen: Sort
  words: Readonly<Record<Sort, string>>
  linkTo: (sort: Sort) => string
}) {
  return (
    <>
      <Menu
        label={label}
        trigger={(trigger) => (
          <button {...trigger} type="button" className="sort-button">
            <span className="sr-only">{label}: </span>
            {words[chosen]}
            <ChevronDown size={16} aria-hidden="true" />
          </button>
        )}
      >
        {sorts.map((sort) => (
          <MenuLink
            key={sort}
            to={linkTo(sort)}
            preventScrollReset
            rel="nofollow"
            aria-current={sort === chosen ? 'true' : undefined}
          >
            {words[sort]}
          </MenuLink>
        ))}
      </Menu>
      <noscript>
        <span className="sort-links">
          {sorts.map((sort) => (
            <TextLink key={sort} to={linkTo(sort)} rel="nofollow" aria-current={sort === chosen ? 'true' : undefined}>
              {words[sort]}
            </TextLink>
          ))}
        </span>
      </noscript>
    </>
  )
}
