import { Autocomplete } from '@base-ui/react/autocomplete'
import Search from 'lucide-react/icons/search'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { formatCount } from '#app/lib/format/numbers.ts'
import { classNames } from '../../class-names.ts'
import { ComboboxList } from './combobox-list.tsx'
import type { ComboboxGroup, ComboboxOption } from './combobox-option.ts'

export type ComboboxProps<Option extends ComboboxOption> = Omit<
  ComponentProps<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'onSelect' | 'size'
> & {
  /** A label for screen readers. Inside a `Field` omit it and spread the control. */
  label?: string
  value: string
  onValueChange: (value: string) => void
  onSelect: (option: Option) => void
  /** The text that Escape restores once the list is closed. Empty by default. */
  restored?: string | undefined
  /** Called on Escape, which then neither closes the list nor changes the field. */
  onEscape?: (() => void) | undefined
  groups: readonly ComboboxGroup<Option>[]
  loading?: boolean
  /** Shown when nothing is found. */
  empty?: ReactNode
  icon?: ReactNode
  end?: ReactNode
  large?: boolean
}

/**
 * A text field with grouped suggestions. The focus stays in the field. Arrows highlight an option, Enter selects it,
 * Escape closes the list, then clears or restores the field. Without a highlighted option Enter submits the form.
 */
export function Combobox<Option extends ComboboxOption>({
  label,
  value,
  onValueChange,
  onSelect,
  restored = '',
  onEscape,
  groups,
  loading = false,
  empty,
  icon = <Search />,
  end,
  large = false,
  className,
  ...input
}: ComboboxProps<Option>) {
  const [open, setOpen] = useState(false)
  const filled = groups.filter((group) => group.options.length > 0)
  const count = filled.reduce((sum, group) => sum + group.options.length, 0)
  const shown = open && value.trim() !== '' && (count > 0 || loading || empty !== undefined)
  const handleKey: typeof input.onKeyDown = (event) => {
    input.onKeyDown?.(event)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpen(true)
    if (event.key !== 'Escape' || (!onEscape && !shown && value === restored)) return
    event.preventDefault()
    // Keeps a surrounding dialog open.
    event.stopPropagation()
    if (onEscape) onEscape()
    else if (shown) setOpen(false)
    else onValueChange(restored)
  }
  return (
    // `inline`: the library's popup would hide the rest of the page, including the submit button, from screen readers.
    // `form`: it would add a second hidden field, and in a form with two fields and no button Enter does not submit.
    <Autocomplete.Root
      inline
      form=""
      items={filled.map(({ label, options }) => ({ label, items: options }))}
      filter={null}
      itemToStringValue={(option: Option) => option.title}
      value={value}
      // The screen decides what the field contains after a selection, and `handleKey` what it contains after Escape.
      onValueChange={(next, { reason }) => reason !== 'item-press' && reason !== 'escape-key' && onValueChange(next)}
      open={shown}
      onOpenChange={setOpen}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only notices that the focus goes elsewhere. */}
      <div
        className={classNames('combobox', className)}
        onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setOpen(false)}
      >
        <div className={classNames('input-frame', large && 'is-large')}>
          {icon}
          <Autocomplete.Input
            dir="auto"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            {...input}
            form={input.form}
            aria-label={label}
            aria-expanded={shown}
            onFocus={() => setOpen(true)}
            onKeyDown={handleKey}
          />
          {end}
        </div>
        {shown && (
          <div className="popup combobox-popup">
            <ComboboxList label={label ?? 'Suggestions'} groups={filled} loading={loading} onTake={onSelect} />
            {loading && count === 0 && <p className="option text-ink-3">Searching</p>}
            {!loading && count === 0 && <div className="option">{empty}</div>}
          </div>
        )}
        <span className="sr-only" role="status">
          {shown && !loading && formatCount(count, 'suggestion')}
        </span>
      </div>
    </Autocomplete.Root>
  )
}
