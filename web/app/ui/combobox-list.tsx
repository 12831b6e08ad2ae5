import type { ReactNode } from 'react'
import type { ComboboxGroup, ComboboxOption } from './combobox-option.ts'

/** The suggestions below a combobox, numbered through all groups, and what is said about them. */
export function ComboboxList<Option extends ComboboxOption>({
  listId,
  label,
  groups,
  active,
  shown,
  loading,
  empty,
  onTake,
  onPoint,
}: {
  listId: string
  label: string
  groups: readonly ComboboxGroup<Option>[]
  active: number
  shown: boolean
  loading: boolean
  empty?: ReactNode
  onTake: (option: Option) => void
  onPoint: (index: number) => void
}) {
  const count = groups.reduce((sum, group) => sum + group.options.length, 0)
  const filled = groups.filter((group) => group.options.length > 0)
  return (
    <>
      <div className="popup combobox-popup" hidden={!shown}>
        <div role="listbox" id={listId} aria-label={label} aria-busy={loading || undefined}>
          {shown &&
            filled.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: groups of options belong into a listbox.
              <div key={group.label} role="group" aria-label={group.label}>
                {filled.length > 1 && (
                  <div className="option-group" aria-hidden="true">
                    {group.label}
                  </div>
                )}
                {group.options.map((option) => {
                  const index = indexOf(groups, option)
                  return (
                    <ComboboxRow
                      key={option.id}
                      id={`${listId}-${index}`}
                      option={option}
                      active={index === active}
                      onTake={() => onTake(option)}
                      onPoint={() => onPoint(index)}
                    />
                  )
                })}
              </div>
            ))}
        </div>
        {shown && loading && count === 0 && <p className="option text-ink-3">Looking</p>}
        {shown && !loading && count === 0 && <div className="option">{empty}</div>}
      </div>
      <span className="sr-only" role="status">
        {shown && !loading && (count === 1 ? '1 suggestion' : `${count} suggestions`)}
      </span>
    </>
  )
}

function ComboboxRow({
  id,
  option,
  active,
  onTake,
  onPoint,
}: {
  id: string
  option: ComboboxOption
  active: boolean
  onTake: () => void
  onPoint: () => void
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: focus stays in the field, which handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: options of a combobox are pointed at by aria-activedescendant.
    <div
      id={id}
      ref={(row) => {
        if (active) row?.scrollIntoView({ block: 'nearest' })
      }}
      role="option"
      aria-selected={active}
      className="option"
      onPointerMove={active ? undefined : onPoint}
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      {option.icon}
      <span className="min-w-0">
        <span className="option-title" dir="auto">
          {option.title}
        </span>{' '}
        <span className="option-context">{option.context}</span>
      </span>
    </div>
  )
}

function indexOf<Option extends ComboboxOption>(groups: readonly ComboboxGroup<Option>[], option: Option): number {
  return groups.flatMap((group) => group.options).indexOf(option)
}
