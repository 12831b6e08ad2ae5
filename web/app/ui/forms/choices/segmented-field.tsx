import type { ReactNode } from 'react'
import './segmented-field.css'

/** A choice between a few short options, side by side. The group is named by the element with the id `labelId`. */
export function SegmentedField<Value extends string>({
  labelId,
  hintId,
  name,
  options,
  defaultValue,
}: {
  labelId: string
  hintId: string
  name: string
  options: readonly { value: Value; label: ReactNode }[]
  defaultValue: Value
}) {
  return (
    <div className="segments" role="radiogroup" aria-labelledby={labelId} aria-describedby={hintId}>
      {options.map(({ value, label }) => (
        <label key={value} className="segment">
          <input type="radio" name={name} value={value} defaultChecked={value === defaultValue} />
          {label}
        </label>
      ))}
    </div>
  )
}
