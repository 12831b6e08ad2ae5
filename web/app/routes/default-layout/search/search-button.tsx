import Search from 'lucide-react/icons/search'
import { lazy, Suspense, useState } from 'react'
import { href } from 'react-router'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'

const SearchDialog = lazy(() => import('./search-dialog.tsx').then((module) => ({ default: module.SearchDialog })))

/** Opens the search where the header has no room for its field. Without JavaScript it links to explore. */
export function SearchButton({ className }: { className: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <LinkButton
        className={className}
        variant="bare"
        size="square"
        to={href('/explore')}
        aria-label="Search"
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        <Search />
      </LinkButton>
      {isOpen && (
        <Suspense>
          <SearchDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
