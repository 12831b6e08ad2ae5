import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { useDialogDraft } from '#app/platform/unsaved/use-dialog-draft.ts'
import { FormDialog } from '#app/ui/dialogs/form-dialog.tsx'
import { RadioGroup } from '#app/ui/forms/choices/radio-group.tsx'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import { type ReportedKind, reportReasons } from './report-schema.ts'
import { REPORT_THANKS } from './report-sent.tsx'

const titles: Record<ReportedKind, string> = {
  spot: 'Report this spot',
  post: 'Report this story',
  photo: 'Report this photo',
  review: 'Report this review',
  comment: 'Report this comment',
  list: 'Report this list',
  member: 'Report this member',
}

/**
 * Reports something to the moderators. The page's action handles the intent `report` with `createReport`. Without an id
 * the page itself is reported.
 */
export function ReportDialog({
  kind,
  id,
  onClose,
  onDone,
}: {
  kind: ReportedKind
  id?: string
  onClose: () => void
  onDone?: () => void
}) {
  const draft = useDialogDraft(`report ${id ?? kind}`)
  const options = Object.entries(reportReasons[kind]).map(([value, label]) => ({ value, label }))
  return (
    <FormDialog
      intent="report"
      title={titles[kind]}
      description={`The moderators read this. ${kind === 'member' ? 'The member' : 'The author'} does not see who sent it.`}
      submitLabel="Send report"
      busyLabel="Sending"
      doneMessage={REPORT_THANKS}
      draft={draft}
      onClose={onClose}
      onDone={onDone}
    >
      {(rejection) => (
        <>
          {id !== undefined && (
            <>
              <input type="hidden" name="kind" value={kind} />
              <input type="hidden" name="id" value={id} />
            </>
          )}
          <RadioGroup
            legend="Reason"
            name="reason"
            options={options}
            defaultValue={rejection?.values.reason ?? ''}
            error={rejection?.fieldErrors.reason}
          />
          <TextAreaField
            label="Details"
            name="body"
            optional
            rows={3}
            maxLength={CONTENT_LIMITS['reports.body']}
            defaultValue={rejection?.values.body}
            error={rejection?.fieldErrors.body}
          />
        </>
      )}
    </FormDialog>
  )
}
