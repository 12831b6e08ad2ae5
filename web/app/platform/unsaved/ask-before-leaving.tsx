import { type RefObject, useEffect } from 'react'
import { createLazyDialog, LazyDialogView } from '../lazy-dialog.tsx'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

const importDialog = async () => (await import('./leave-dialog.tsx')).LeaveDialog
const leaveDialog = createLazyDialog(importDialog)

/** Asks before a form with unsaved changes is left. `saved` is the response to an accepted submission. */
export function AskBeforeLeaving({ form, saved }: { form: RefObject<HTMLFormElement | null>; saved?: unknown }) {
  const { state, proceed, reset } = useUnsavedChanges(form, saved)
  useEffect(() => {
    // The question must also appear when the network has failed since.
    const preload = () => void importDialog().catch(() => undefined)
    const element = form.current
    element?.addEventListener('input', preload, { once: true })
    return () => element?.removeEventListener('input', preload)
  }, [form])
  if (state !== 'blocked') return null
  return <LazyDialogView dialog={leaveDialog} props={{ onClose: () => reset?.(), onLeave: () => proceed?.() }} />
}
