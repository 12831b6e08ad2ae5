import type { ReactNode } from 'react'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { DialogLink } from './dialog-link.tsx'
import type { DialogName } from './dialog-state.tsx'

/** Opens a dialog for members. Visitors are sent to sign up and come back to it. */
export function MemberLink({
  dialog,
  className = 'link',
  children,
}: {
  dialog: DialogName
  className?: string
  children: ReactNode
}) {
  const viewer = useViewer()
  if (viewer) {
    return (
      <DialogLink dialog={dialog} className={className}>
        {children}
      </DialogLink>
    )
  }
  return (
    <PageForm method="post" className="contents">
      <input type="hidden" name="then" value={dialog} />
      <button type="submit" name="intent" value="join" className={className}>
        {children}
      </button>
    </PageForm>
  )
}
