import type { MouseEvent, ReactNode } from 'react'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { type DialogName, useDialog } from './dialog-state.tsx'

/** Opens a dialog of the page. It is a link, so that it also works without JavaScript and in a new tab. */
export function DialogLink({
  dialog,
  className = 'link',
  label,
  children,
}: {
  dialog: DialogName
  className?: string
  label?: string
  children: ReactNode
}) {
  const { open } = useDialog()
  const secret = useLinkSecret()
  const search = new URLSearchParams({ ...(secret && { link: secret }), do: dialog })
  // The review form is part of the page.
  const isForm = dialog === 'review'
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    open(dialog)
  }
  return (
    <SafeLink
      className={className}
      to={isForm ? `?${search}#reviews` : `?${search}`}
      rel="nofollow"
      aria-haspopup={isForm ? undefined : 'dialog'}
      aria-label={label}
      title={label}
      onClick={handleClick}
    >
      {children}
    </SafeLink>
  )
}
