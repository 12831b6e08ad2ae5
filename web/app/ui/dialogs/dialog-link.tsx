import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'

/**
 * A link that opens a dialog on the page. Its parameter opens the dialog too, so it also works without JavaScript and
 * in a new tab.
 */
export function DialogLink({
  name,
  value,
  className = 'link',
  onOpen,
  children,
}: {
  /** The parameter of the URL that opens the dialog. */
  name: string
  value: string
  className?: string | undefined
  onOpen: () => void
  children: ReactNode
}) {
  const [search] = useSearchParams()
  const parameters = new URLSearchParams(search)
  parameters.set(name, value)
  return (
    <SafeLink
      className={className}
      to={`?${parameters}`}
      rel="nofollow"
      aria-haspopup="dialog"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
    >
      {children}
    </SafeLink>
  )
}
