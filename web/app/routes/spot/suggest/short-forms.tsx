import { useRef, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { EMPTY_SPOT_FIELDS, type SpotFields } from '#app/features/spots/form/spot-form-schema.ts'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { AskBeforeLeaving } from '#app/platform/unsaved/ask-before-leaving.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { toSpotFields } from '../edit/edit-spot.ts'
import { SpotEditPlace } from '../edit/spot-edit-place.tsx'
import type { SpotDetail } from '../spot-page.ts'
import { OtherSpotField } from './other-spot-field.tsx'

const SHORT_FORMS = {
  closed: { link: 'It is closed', title: 'Closed for good', submit: 'Report as closed' },
  moved: { link: 'It has moved', title: 'Moved elsewhere', submit: 'Send the new place' },
  duplicate: { link: 'It is a duplicate', title: 'Duplicate', submit: 'Report the duplicate' },
} as const

type ShortFormName = keyof typeof SHORT_FORMS

export function isShortForm(name: string | null): name is ShortFormName {
  return name !== null && Object.hasOwn(SHORT_FORMS, name)
}

/** The links to the short forms, and back to the long one. */
export function ShortFormLinks({ about }: { about: ShortFormName | null }) {
  const [searchParams] = useSearchParams()
  const toSearch = (name?: string) => {
    const link = searchParams.get('link')
    return `?${new URLSearchParams({ ...(link && { link }), ...(name && { about: name }) })}`
  }
  const names = Object.keys(SHORT_FORMS) as ShortFormName[]
  return (
    <nav className="suggest-short-links" aria-label="Other reports">
      {names
        .filter((name) => name !== about)
        .map((name) => (
          <LinkButton key={name} size="small" to={toSearch(name)} replace>
            {SHORT_FORMS[name].link}
          </LinkButton>
        ))}
      {about && (
        <LinkButton size="small" to={toSearch()} replace>
          Something else changed
        </LinkButton>
      )}
    </nav>
  )
}

/** Reports that the spot is closed, has moved or is a duplicate. */
export function ShortForm({
  about,
  spot,
  rejection,
}: {
  about: ShortFormName
  spot: SpotDetail
  rejection: FormRejection | undefined
}) {
  const form = useRef<HTMLFormElement>(null)
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <PageForm ref={form} method="post" className="suggest-short-form" noValidate>
      <AskBeforeLeaving form={form} />
      <h2 className="title text-h3">{SHORT_FORMS[about].title}</h2>
      {rejection?.message && <Notice kind="bad">{rejection.message}</Notice>}
      <input type="hidden" name="about" value={about} />
      {about === 'moved' && <MovedFields spot={spot} rejection={rejection} />}
      {about === 'duplicate' && <OtherSpotField spot={spot} rejection={rejection} />}
      <TextField
        label={about === 'closed' ? 'How do you know?' : 'Why?'}
        optional
        name="reason"
        maxLength={CONTENT_LIMITS['suggestions.reason']}
        defaultValue={rejection?.values.reason}
        error={rejection?.fieldErrors.reason}
      />
      <div>
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Sending">
          {SHORT_FORMS[about].submit}
        </Button>
      </div>
    </PageForm>
  )
}

function MovedFields({ spot, rejection }: { spot: SpotDetail; rejection: FormRejection | undefined }) {
  const [fields, setFields] = useState<SpotFields>(() => ({
    ...EMPTY_SPOT_FIELDS,
    position: toSpotFields({ spot, exact_point: null }).position,
    ...rejection?.values,
  }))
  const onChange = (changes: Partial<SpotFields>) => setFields((before) => ({ ...before, ...changes }))
  if (spot.precision === 'area') return <p>This spot shows only an area, so only its author can move it.</p>
  return (
    <>
      <SpotEditPlace part={{ fields, errors: rejection?.fieldErrors ?? {}, onChange }} />
      <TextField
        label="New address"
        optional
        name="address"
        maxLength={CONTENT_LIMITS['spots.address']}
        value={fields.address}
        error={rejection?.fieldErrors.address}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
      />
    </>
  )
}
