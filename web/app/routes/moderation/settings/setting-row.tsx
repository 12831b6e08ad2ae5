import { type ReactNode, useId } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { FieldError } from '#app/ui/forms/field.tsx'

/** The ids that connect the control of a row with its label and hint. */
export interface SettingIds {
  controlId: string
  labelId: string
  hintId: string
}

/** One setting: its label, its hint and its control. */
export function SettingRow({
  label,
  hint,
  error,
  isGroup = false,
  isTall = false,
  children,
}: {
  label: string
  hint: string
  error?: string | undefined
  /** True if the control is a group of options, which has no single element for a label. */
  isGroup?: boolean
  isTall?: boolean
  children: (ids: SettingIds) => ReactNode
}) {
  const id = useId()
  const ids = { controlId: id, labelId: `${id}-label`, hintId: `${id}-hint` }
  return (
    <div className={classNames('site-setting', isTall && 'is-tall')}>
      <div>
        {isGroup ? (
          <p id={ids.labelId} className="site-setting-label">
            {label}
          </p>
        ) : (
          <label id={ids.labelId} htmlFor={id}>
            {label}
          </label>
        )}
        <p id={ids.hintId} className="site-setting-hint">
          {hint}
        </p>
      </div>
      <div>
        {children(ids)}
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </div>
  )
}
