import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as ModalDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { useCloseRequest } from './use-close-request.ts'
import './dialog.css'

export type DialogProps = {
  open: boolean
  /**
   * Called on Escape, on Android's Back button and on a click outside the dialog. The caller may ask about unsaved
   * changes before it sets `open` to false.
   */
  onClose: () => void
  /** Returns true while a click outside the dialog must not close it, because something would be lost. */
  keepsOpen?: (() => boolean) | undefined
  title: ReactNode
  description?: ReactNode
  /** Buttons at the end, the safe one first. */
  actions?: ReactNode
  /** For questions that need an answer: only the buttons and Escape close the dialog. */
  alert?: boolean
  /** The layout on wide screens. On phones both slide in from below. */
  side?: 'middle' | 'end'
  children?: ReactNode
}

/**
 * A modal dialog, on phones a sheet from below. It traps the focus and returns it when closed. The page behind does not
 * scroll and is hidden from screen readers, except for toasts.
 */
export function Dialog({
  open,
  onClose,
  keepsOpen,
  title,
  description,
  actions,
  alert = false,
  side = 'middle',
  children,
}: DialogProps) {
  useCloseRequest(open, onClose)
  const { Root } = alert ? AlertDialog : ModalDialog
  const handleChange = (next: boolean, { reason }: { reason: string }) => {
    if (!next && !(reason === 'outside-press' && keepsOpen?.())) onClose()
  }
  return (
    <Root open={open} onOpenChange={handleChange}>
      <ModalDialog.Portal>
        <ModalDialog.Backdrop className="dialog-backdrop" />
        <ModalDialog.Popup className={classNames('dialog', side === 'end' && 'is-end')}>
          <ModalDialog.Title className="dialog-title">{title}</ModalDialog.Title>
          {description && (
            <ModalDialog.Description className="dialog-description">{description}</ModalDialog.Description>
          )}
          {children && <div className="dialog-body">{children}</div>}
          {actions && <div className="dialog-actions">{actions}</div>}
        </ModalDialog.Popup>
      </ModalDialog.Portal>
    </Root>
  )
}
