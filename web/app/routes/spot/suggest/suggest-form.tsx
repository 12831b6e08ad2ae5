import { type ReactNode, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { FIELD_LABELS, isChosenField, writeValue } from '#app/features/spots/differences/spot-changes.ts'
import { SpotFormErrors } from '#app/features/spots/form/spot-form-errors.tsx'
import type { SpotFields } from '#app/features/spots/form/spot-form-schema.ts'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { describeWay } from '#app/lib/geo/bearing.ts'
import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { AskBeforeLeaving } from '#app/platform/unsaved/ask-before-leaving.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import { toSpotFields } from '../edit/edit-spot.ts'
import type { SpotDetail } from '../spot-page.ts'
import type { SuggestResponse } from './send-suggestion.server.ts'
import { SuggestControl } from './suggest-control.tsx'
import { SUGGESTED_FIELDS, type SuggestedField, toSeenSpot } from './suggest-fields.ts'
import { SuggestRow } from './suggest-row.tsx'

/** The form of a spot, with the current values beside the suggested ones. Only changed fields are sent. */
export function SuggestForm({
  spot,
  place,
  rejection,
  late,
}: {
  spot: SpotDetail
  place: string | undefined
  rejection: FormRejection | undefined
  late: SuggestResponse['late']
}) {
  const now = late?.now ?? toSeenSpot(spot)
  const base = toSpotFields({ spot: { ...spot, ...now }, exact_point: null })
  const [fields, setFields] = useState<SpotFields>(() => ({ ...base, ...rejection?.values }))
  const form = useRef<HTMLFormElement>(null)
  const hasScript = useHasScript()
  const isBusy = useNavigation().formMethod === 'POST'
  const onChange = (changes: Partial<SpotFields>) => setFields((before) => ({ ...before, ...changes }))
  const shown = SUGGESTED_FIELDS.filter((field) => field !== 'position' || spot.precision === 'exact')
  const changed = shown.filter((field) => fields[field] !== base[field])
  const part = { fields, errors: rejection?.fieldErrors ?? {}, onChange }
  return (
    <PageForm ref={form} method="post" className="suggest-form" noValidate>
      <AskBeforeLeaving form={form} />
      <SpotFormErrors message={rejection?.message} errors={part.errors} attempt={rejection} />
      <input type="hidden" name="seen" value={JSON.stringify(now)} />
      {spot.precision === 'area' && <input type="hidden" name="position" value={base.position} />}
      <div className="suggest-heads" aria-hidden="true">
        <span>The spot</span>
        <span>Your change</span>
      </div>
      {shown.map((field) => (
        <SuggestRow
          key={field}
          label={FIELD_LABELS[field]}
          before={writeFieldValue(field, base[field])}
          after={writeFieldValue(field, fields[field])}
          change={field === 'position' ? describeMove(base.position, fields.position, place) : undefined}
          late={late?.changes.find((change) => change.field === field)}
          onUndo={() => onChange({ [field]: base[field] })}
        >
          <SuggestControl field={field} part={part} />
        </SuggestRow>
      ))}
      <div className="suggest-row">
        <TextField
          className="suggest-control"
          label="Why?"
          optional
          hint="Helps the author decide."
          name="reason"
          maxLength={CONTENT_LIMITS['suggestions.reason']}
          defaultValue={rejection?.values.reason}
          error={rejection?.fieldErrors.reason}
        />
      </div>
      <div className="suggest-bar">
        <p role="status">
          {changed.length === 0 ? 'Change something first.' : `${formatCount(changed.length, 'field')} changed`}
        </p>
        <Button className="needs-script" onClick={() => setFields(base)} disabled={changed.length === 0}>
          Discard
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={isBusy}
          busyLabel="Sending"
          disabled={hasScript && changed.length === 0}
        >
          Send suggestion
        </Button>
      </div>
    </PageForm>
  )
}

/** Returns the value of a form field as members read it. */
function writeFieldValue(field: SuggestedField, value: string): string {
  return isChosenField(field) ? writeValue(field, value) : value
}

/**
 * Describes the distance and direction between two positions. Renders nothing if one of the texts is not a position.
 */
function describeMove(before: string, after: string, place: string | undefined): ReactNode {
  const [from, to] = [parsePosition(before), parsePosition(after)]
  if (from.kind !== 'point' || to.kind !== 'point') return undefined
  const way = describeWay(from.point, to.point)
  return (
    <p>
      Moved <ins className="difference-added">{way.degrees === null ? 'less than a metre' : way.short}</ins>
      {place && <span dir="auto"> in {place}</span>}
    </p>
  )
}
