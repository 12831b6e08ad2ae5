import Search from 'lucide-react/icons/search'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { ComboboxList } from './combobox-list.tsx'
import type { ComboboxGroup, ComboboxOption } from './combobox-option.ts'
import { moveByKey } from './menu-keys.ts'
import { useDismiss } from './use-dismiss.ts'

export type ComboboxProps<Option extends ComboboxOption> = Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'onSelect'
> & {
  /** Said, not shown. Inside a `Field` leave it out and spread the control. */
  label?: string
  value: string
  onValueChange: (value: string) => void
  onSelect: (option: Option) => void
  groups: readonly ComboboxGroup<Option>[]
  loading?: boolean
  /** Shown when nothing is found, with a way on. */
  empty?: ReactNode
  icon?: ReactNode
  end?: ReactNode
  large?: boolean
}

/**
 * A field with a list of suggestions in groups. Focus stays in the field; arrows mark an option, Enter takes it,
 * Escape closes the list, then clears. Without a marked option Enter submits the form around it.
 */
export function Combobox<Option extends ComboboxOption>({
  label,
  value,
  onValueChange,
  onSelect,
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
  const [active, setActive] = useState(-1)
  const wrapper = useRef<HTMLDivElement>(null)
  const listId = useId()
  const close = useCallback(() => {
    setOpen(false)
    setActive(-1)
  }, [])
  const options = groups.flatMap((group) => group.options)
  const shown = open && value.trim() !== '' && (options.length > 0 || loading || empty !== undefined)
  useDismiss(wrapper, open, close)

  const take = (option: Option) => {
    close()
    onSelect(option)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    input.onKeyDown?.(event)
    const option = options[active]
    if (event.key === 'Enter' && shown && option && !event.nativeEvent.isComposing) {
      event.preventDefault()
      take(option)
    } else if (event.key === 'Escape' && (shown || value)) {
      event.preventDefault()
      if (shown) close()
      else onValueChange('')
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      setActive(moveByKey(event.key, shown ? active : -1, options.length) ?? -1)
    }
  }
  return (
    <div className={classNames('combobox', className)} ref={wrapper}>
      <div className={classNames('input-frame', large && 'is-large')}>
        {icon}
        <input
          dir="auto"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={listId}
          aria-activedescendant={shown && options[active] ? `${listId}-${active}` : undefined}
          value={value}
          onChange={(event) => {
            onValueChange(event.currentTarget.value)
            setOpen(true)
            setActive(-1)
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={handleKey}
        />
        {end}
      </div>
      <ComboboxList
        {...{ listId, groups, active, loading, empty, shown }}
        label={label ?? 'Suggestions'}
        onTake={take}
        onPoint={setActive}
      />
    </div>
  )
}
