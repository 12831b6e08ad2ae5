import { createContext, type MouseEvent, type ReactNode, use } from 'react'
import { useSearchParams } from 'react-router'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'

/** The dialogs of a profile. Each has its own URL: `?by={username}&do={dialog}`. */
const dialogs = ['share', 'block', 'report'] as const
export type ProfileDialogName = (typeof dialogs)[number]

/** Opens a dialog of the profile. */
export const ProfileDialogContext = createContext<((dialog: ProfileDialogName) => void) | null>(null)

/** Returns the dialog that a URL names. */
export function findProfileDialog(parameters: URLSearchParams): ProfileDialogName | null {
  return dialogs.find((dialog) => dialog === parameters.get('do')) ?? null
}

/** Opens a dialog. It is a link, so that it also works without JavaScript. */
export function ProfileDialogLink({
  dialog,
  className = 'link',
  label,
  children,
}: {
  dialog: ProfileDialogName
  className?: string
  label?: string
  children: ReactNode
}) {
  const open = use(ProfileDialogContext)
  const [parameters] = useSearchParams()
  const search = new URLSearchParams(parameters)
  search.set('do', dialog)
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !open) return
    event.preventDefault()
    open(dialog)
  }
  return (
    <SafeLink
      className={className}
      to={{ search: `?${search}` }}
      rel="nofollow"
      aria-haspopup="dialog"
      aria-label={label}
      title={label}
      onClick={handleClick}
    >
      {children}
    </SafeLink>
  )
}
