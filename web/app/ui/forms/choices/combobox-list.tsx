import { Autocomplete } from '@base-ui/react/autocomplete'
import type { ComboboxGroup, ComboboxOption } from './combobox-option.ts'

/** The suggestions of a combobox. Groups are named if there is more than one. */
export function ComboboxList<Option extends ComboboxOption>({
  label,
  groups,
  loading,
  onTake,
}: {
  label: string
  groups: readonly ComboboxGroup<Option>[]
  loading: boolean
  onTake: (option: Option) => void
}) {
  return (
    <Autocomplete.List aria-label={label} aria-busy={loading || undefined}>
      {groups.map((group) => (
        <Autocomplete.Group key={group.label} items={group.options} aria-label={group.label}>
          {groups.length > 1 && (
            <div className="option-group" aria-hidden="true">
              {group.label}
            </div>
          )}
          {group.options.map((option) => (
            <Autocomplete.Item key={option.id} value={option} className="option" onClick={() => onTake(option)}>
              {option.icon}
              <span className="min-w-0">
                <span className="option-title" dir="auto">
                  {option.title}
                </span>{' '}
                <span className="option-context">{option.context}</span>
              </span>
            </Autocomplete.Item>
          ))}
        </Autocomplete.Group>
      ))}
    </Autocomplete.List>
  )
}
