import { type ReactNode, useRef } from 'react'
import type { FormRejection } from '#app/lib/form-result.ts'
import { writeFormState } from '#app/lib/form-state.ts'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { Button } from '../buttons/button.tsx'
import { Notice } from '../feedback/notice.tsx'
import { showToast, type Toast } from '../feedback/toasts.ts'
import { keepFromSubmitting } from '../forms/keep-from-submitting.ts'
import { useInvalidFocus } from '../forms/use-invalid-focus.ts'
import { CancelButton } from './cancel-button.tsx'
import { PageDialog } from './page-dialog.tsx'

/** Keeps what is typed in the form while the dialog is closed. */
interface FormDraft {
  ref: (form: HTMLFormElement | null) => void
  save: () => void
  discard: () => void
}

/**
 * A dialog with a form for the page's action. It stays open, with what was typed, until the form succeeds. After a
 * change, a click beside the dialog does not close it. With a draft, Escape keeps what was typed for the next time.
 */
export function FormDialog({
  intent,
  title,
  description,
  submitLabel,
  busyLabel,
  doneMessage,
  doneAction,
  danger = false,
  draft,
  onClose,
  onDone,
  children,
}: {
  intent: string
  title: string
  description?: ReactNode
  submitLabel: string
  busyLabel: string
  doneMessage: string
  /** An action in the toast of the message, such as "Undo". */
  doneAction?: Toast['action']
  danger?: boolean
  draft?: FormDraft
  onClose: () => void
  /** Called before `onClose` when the form was accepted. */
  onDone?: (() => void) | undefined
  children?: (rejection: FormRejection | undefined) => ReactNode
}) {
  const { Form, isBusy, rejection } = useIntentForm(intent, () => {
    showToast(doneMessage, doneAction)
    onDone?.()
    discardAndClose()
  })
  const { form, ref, hasChanges } = useChangedForm()
  useInvalidFocus(form, rejection)
  const discardAndClose = () => {
    draft?.discard()
    onClose()
  }
  // A deletion that is under way cannot be cancelled. Closing the dialog would only skip the page with its "Undo".
  const isUnderway = danger && isBusy
  return (
    <PageDialog
      onClose={isUnderway ? ignore : onClose}
      keepsOpen={hasChanges}
      title={title}
      description={description}
      alert={danger}
    >
      <Form
        ref={(element) => {
          ref(element)
          draft?.ref(element)
        }}
        method="post"
        encType="multipart/form-data"
        className="form-dialog"
        noValidate
        onInput={draft?.save}
        onKeyDown={danger ? keepFromSubmitting : undefined}
      >
        {rejection?.message && <Notice kind="bad">{rejection.message}</Notice>}
        {children?.(rejection)}
        <div className="dialog-actions">
          <CancelButton onClose={isUnderway ? ignore : discardAndClose} />
          <Button
            type="submit"
            name="intent"
            value={intent}
            variant={danger ? 'danger' : 'primary'}
            busy={isBusy}
            busyLabel={busyLabel}
          >
            {submitLabel}
          </Button>
        </div>
      </Form>
    </PageDialog>
  )
}

function ignore(): void {
  // The dialog stays open.
}

/** Compares a form with its fields as they were first shown. */
function useChangedForm() {
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef<string>(undefined)
  const ref = (element: HTMLFormElement | null) => {
    form.current = element
    if (element) shown.current ??= writeFormState(new FormData(element))
  }
  const hasChanges = () => form.current !== null && writeFormState(new FormData(form.current)) !== shown.current
  return { form, ref, hasChanges }
}
