import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { href } from 'react-router'
import { createLazyDialog, LazyDialogView } from '#app/platform/lazy-dialog.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'

const searchDialog = createLazyDialog(async () => (await import('./search-dialog.tsx')).SearchDialog)

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
      {isOpen && <LazyDialogView dialog={searchDialog} props={{ onClose: () => setIsOpen(false) }} />}
    </>
  )
}
