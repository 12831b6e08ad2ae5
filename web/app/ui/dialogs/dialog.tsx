import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as ModalDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export type DialogProps = {
  open: boolean
  /** Asked by Escape and by a press beside the dialog; unsaved work may ask back before it sets `open` to false. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** Buttons at the end, the safe one first. */
  actions?: ReactNode
  /** For questions that have to be answered: no way out beside the buttons and Escape. */
  alert?: boolean
  /** How it stands on a wide screen; on phones both come from below. */
  side?: 'middle' | 'end'
  children?: ReactNode
}

/**
 * A dialog in a double frame, on phones a sheet from below. It keeps the focus inside and gives it back; the page behind
 * neither scrolls nor is read, but for toasts.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  actions,
  alert = false,
  side = 'middle',
  children,
}: DialogProps) {
  const { Root } = alert ? AlertDialog : ModalDialog
  return (
    <Root open={open} onOpenChange={(next) => next || onClose()}>
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
