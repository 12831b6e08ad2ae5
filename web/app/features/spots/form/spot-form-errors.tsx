import { useEffect, useRef } from 'react'
import type { FormRejection } from '#app/lib/form-result.ts'
import { pickPlural } from '#app/lib/format/numbers.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import type { SpotFieldErrors, SpotFields } from './spot-form-schema.ts'
import { spotFieldId } from './spot-form-section.ts'

const NAMES: Record<keyof SpotFields, string> = {
  position: 'Place',
  title: 'Name',
  category: 'Category',
  tags: 'Tags',
  description: 'Description',
  address: 'Address',
  website: 'Website',
  access: 'Access',
  visibility: 'Who may see it',
  precision: 'How exactly',
}

/**
 * A summary of invalid fields with a link to each. It takes the focus when it appears and each time `attempt`
 * changes. `onGo` is called before a field is focused, so that a form with steps can open the right step.
 */
export function SpotFormErrors({
  message,
  errors,
  attempt,
  onGo,
}: {
  message?: string | undefined
  errors: SpotFieldErrors
  /** Another value after each failed submission. Undefined or 0 before the first. */
  attempt: FormRejection | number | undefined
  onGo?: (name: keyof SpotFields) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const names = (Object.keys(NAMES) as (keyof SpotFields)[]).filter((name) => errors[name])
  const isShown = names.length > 0 || Boolean(message)
  useEffect(() => {
    if (attempt && isShown) box.current?.focus()
  }, [attempt, isShown])
  if (!isShown) return null

  const handleGo = (name: keyof SpotFields) => {
    onGo?.(name)
    // Waits until the step with the field has been rendered.
    requestAnimationFrame(() => focusField(name))
  }
  return (
    <Notice kind="bad" ref={box} tabIndex={-1}>
      {message && <p>{message}</p>}
      {names.length > 0 && (
        <>
          <p className="strong">Please correct {pickPlural(names.length, 'this field', 'these fields')}:</p>
          <ul>
            {names.map((name) => (
              <li key={name}>
                <button type="button" className="link min-h-6 text-start" onClick={() => handleGo(name)}>
                  {NAMES[name]}
                </button>
                : {errors[name]}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}

function focusField(name: keyof SpotFields): void {
  const field = document.getElementById(spotFieldId(name))
  const control = field?.matches('fieldset, div') ? field.querySelector<HTMLElement>('input:checked, input') : field
  control?.focus()
}
