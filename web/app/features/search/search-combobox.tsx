import { type ReactNode, useMemo, useState } from 'react'
import { href, useSearchParams } from 'react-router'
import { findMapPosition } from '#app/features/explore/position/map-position.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { Combobox } from '#app/ui/forms/choices/combobox.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { groupSuggestions } from './suggestion-option.tsx'
import { useSuggestions } from './use-suggestions.ts'

/**
 * The search field with suggestions: a city moves the map, a spot opens, a tag filters. Enter without a chosen
 * suggestion submits the surrounding form. Load it lazily; until then a plain field of the same name works.
 */
export function SearchCombobox({
  label,
  placeholder,
  initialValue,
  hasFocus = false,
  onLeave,
  onEscape,
  ...look
}: {
  label: string
  placeholder: string
  initialValue: string
  /** Takes over the focus of the field it replaces. */
  hasFocus?: boolean
  /** Called after a suggestion was followed. */
  onLeave?: () => void
  /** Replaces what Escape does in the field. */
  onEscape?: () => void
  end?: ReactNode
  large?: boolean
}) {
  const [value, setValue] = useState(initialValue)
  const [parameters] = useSearchParams()
  const navigateTo = useNavigateTo()
  const near = findMapPosition(parameters) ?? undefined
  const { suggestions, isLoading, hasFailed } = useSuggestions(value, near)
  const groups = useMemo(() => groupSuggestions(suggestions), [suggestions])
  return (
    <Combobox
      {...look}
      name="q"
      label={label}
      placeholder={placeholder}
      enterKeyHint="search"
      // This field replaces the focused plain one, so for the user the focus does not move.
      autoFocus={hasFocus}
      value={value}
      onValueChange={setValue}
      onEscape={onEscape}
      groups={groups}
      loading={isLoading}
      empty={
        value.trim() === '' ? undefined : (
          <p>
            {hasFailed ? (
              'Suggestions could not be loaded.'
            ) : (
              <>
                No results. If you know this place, <TextLink to={href('/submit')}>add it</TextLink>.
              </>
            )}
          </p>
        )
      }
      onKeyDown={(event) => {
        // The list handles Enter even if no suggestion is highlighted.
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
