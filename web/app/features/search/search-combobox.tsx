import { type ReactNode, useMemo, useState } from 'react'
import { href, useSearchParams } from 'react-router'
import { findMapPosition } from '#app/features/explore/map-position.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { Combobox } from '#app/ui/forms/combobox.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { groupSuggestions } from './suggestion-option.tsx'
import { useSuggestions } from './use-suggestions.ts'

/**
 * The field of a search form with suggestions: a city moves the map there, a spot opens, a tag filters. Enter without a chosen
 * suggestion sends the form around it. Load it lazily; until then a plain field of the same name does.
 */
export function SearchCombobox({
  label,
  placeholder,
  initialValue,
  hasFocus = false,
  onLeave,
  ...look
}: {
  label: string
  placeholder: string
  initialValue: string
  /** Takes the keyboard over from the field it replaces. */
  hasFocus?: boolean
  /** Told when a suggestion was followed. */
  onLeave?: () => void
  end?: ReactNode
  large?: boolean
}) {
  const [value, setValue] = useState(initialValue)
  const [parameters] = useSearchParams()
  const navigateTo = useNavigateTo()
  const near = findMapPosition(parameters) ?? undefined
  const { suggestions, isLoading } = useSuggestions(value, near)
  const groups = useMemo(() => groupSuggestions(suggestions), [suggestions])
  return (
    <Combobox
      {...look}
      name="q"
      label={label}
      placeholder={placeholder}
      enterKeyHint="search"
      // Nobody loses the place: this field stands where the plain one was focused.
      autoFocus={hasFocus}
      value={value}
      onValueChange={setValue}
      groups={groups}
      loading={isLoading}
      empty={
        value.trim().length < 2 ? undefined : (
          <p>
            Nothing called that. If you know it, <TextLink to={href('/submit')}>mark it</TextLink>.
          </p>
        )
      }
      onKeyDown={(event) => {
        // The list swallows Enter also where no suggestion is marked.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        if (event.currentTarget.hasAttribute('aria-activedescendant')) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
      onSelect={({ to }) => {
        setValue('')
        onLeave?.()
        void navigateTo(to)
      }}
    />
  )
}
