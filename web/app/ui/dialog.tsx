import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

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
 * A dialog in a double frame, on phones a sheet from below. The browser's own modal dialog keeps focus inside, makes
 * the page behind it inert, listens to Escape and gives focus back.
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
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    // Before React removes the element: only close() gives focus back.
    return () => dialog.close()
  }, [open])
  const handleBackdrop = (event: MouseEvent) => {
    if (!alert && event.target === event.currentTarget) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key that does the same is Escape, which arrives as cancel.
    <dialog
      ref={ref}
      className={classNames('dialog', side === 'end' && 'is-end')}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onClick={handleBackdrop}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {open && (
        <div className="dialog-paper">
          <h2 className="dialog-title" id={`${id}-title`}>
            {title}
          </h2>
          {description && (
            <p className="dialog-description" id={`${id}-description`}>
              {description}
            </p>
          )}
          {children && <div className="dialog-body">{children}</div>}
          {actions && <div className="dialog-actions">{actions}</div>}
        </div>
      )}
    </dialog>
  )
}
