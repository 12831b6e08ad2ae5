import { type MouseEvent, useState } from 'react'
import { href } from 'react-router'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { createLazyDialog, LazyDialogView } from '#app/platform/lazy-dialog.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import type { Viewer } from '#app/platform/session/viewer.ts'

const accountMenuPopup = createLazyDialog(async () => (await import('./account-menu-popup.tsx')).AccountMenuPopup)

/** The member's picture. It opens the account menu; without JavaScript it links to the account. */
export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setAnchor(anchor ? null : event.currentTarget)
  }
  return (
    <>
      <SafeLink
        className="header-avatar"
        to={href('/account')}
        aria-label="Your account"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={handleClick}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== ' ') return
          event.preventDefault()
          setAnchor(event.currentTarget)
        }}
      >
        <MemberAvatar id={viewer.id} url={viewer.avatarUrl} size={44} />
      </SafeLink>
      {anchor && (
        <LazyDialogView dialog={accountMenuPopup} props={{ viewer, anchor, onClose: () => setAnchor(null) }} />
      )}
    </>
  )
}
