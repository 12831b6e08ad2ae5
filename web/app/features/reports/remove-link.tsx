import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { sendUndo } from '#app/platform/undo/send-undo.ts'
import { useDialogDraft } from '#app/platform/unsaved/use-dialog-draft.ts'
import { DialogLink } from '#app/ui/dialogs/dialog-link.tsx'
import { FormDialog } from '#app/ui/dialogs/form-dialog.tsx'
import { RadioGroup } from '#app/ui/forms/choices/radio-group.tsx'
import { Confirmation } from '#app/ui/forms/confirmation.tsx'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import { removalReasons } from './removal-reasons.ts'

type RemovedKind = 'photo' | 'review' | 'comment'

const CHOICES = removalReasons.filter(({ isForSpots }) => !isForSpots)

/**
 * Opens the dialog in which moderators remove something on the page. The page's action handles `removalCommands`. It is
 * a link, so that it also works without JavaScript.
 */
export function RemoveLink({ kind, id }: { kind: RemovedKind; id: string }) {
  const [search] = useSearchParams()
  const [isOpen, setIsOpen] = useState(search.get('remove') === id)
  return (
    <>
      <DialogLink name="remove" value={id} onOpen={() => setIsOpen(true)}>
        Remove
      </DialogLink>
      {isOpen && <RemoveDialog kind={kind} id={id} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function RemoveDialog({ kind, id, onClose }: { kind: RemovedKind; id: string; onClose: () => void }) {
  const [chosen, setChosen] = useState<string>()
  const { pathname, search } = useLocation()
  const draft = useDialogDraft(`remove ${id}`)
  const undo = () => void sendUndo(pathname + search, { intent: 'undo-removal', kind, id })
  return (
    <FormDialog
      intent="remove-content"
      title={`Remove this ${kind}`}
      description="The author will see the reason. You can restore it from the log for 30 days."
      submitLabel="Remove"
      busyLabel="Removing"
      doneMessage="Removed"
      doneAction={{ label: 'Undo', onPress: undo }}
      danger
      draft={draft}
      onClose={onClose}
    >
      {(rejection) => (
        <>
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="id" value={id} />
          <RadioGroup
            legend="Reason"
            name="chosen"
            options={CHOICES.map((reason) => ({ value: reason.id, label: reason.label }))}
            defaultValue={rejection?.values.chosen ?? ''}
            onChange={setChosen}
          />
          <TextAreaField
            // A new key fills in the text of the chosen reason.
            key={chosen}
            label="What the author will read"
            name="reason"
            rows={3}
            maxLength={1000}
            placeholder="The text of the chosen reason"
            defaultValue={removalReasons.find((reason) => reason.id === chosen)?.text ?? rejection?.values.reason}
            error={rejection?.fieldErrors.reason}
          />
          <Confirmation label={`Yes, remove this ${kind}`} />
        </>
      )}
    </FormDialog>
  )
}
