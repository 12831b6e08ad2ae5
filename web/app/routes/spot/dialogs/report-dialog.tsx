import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { TextAreaField } from '#app/ui/forms/text-area-field.tsx'
import { reportReasons } from '../action/spot-forms.ts'
import { FormDialog } from './form-dialog.tsx'
import type { SpotDialogProps } from './spot-dialog.ts'

const options = Object.entries(reportReasons).map(([value, label]) => ({ value, label }))

/** Reports the spot to the moderators. */
export function ReportDialog({ onClose }: SpotDialogProps) {
  return (
    <FormDialog
      intent="report"
      title="Report this spot"
      description="The moderators read this. The author does not see who sent it."
      submitLabel="Send report"
      busyLabel="Sending"
      doneMessage="Thank you. The moderators will look at it."
      onClose={onClose}
    >
      {(rejection) => (
        <>
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
