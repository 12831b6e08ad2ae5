import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { SearchField } from '#app/ui/forms/text/search-field.tsx'

type SearchCombobox = typeof import('./search-combobox.tsx')['SearchCombobox']

/**
 * The field named `q` of a search form. It is a plain field until it is focused. Then the suggestions load and take
 * over the text typed so far, so that pages pay for them only when they are used.
 */
export function SearchInput({
  label,
  placeholder,
  defaultValue,
  shortcut,
  ...look
}: {
  label: string
  placeholder: string
  defaultValue: string
  /** A keyboard shortcut that focuses the field, shown at its end. */
  shortcut?: string
  end?: ReactNode
  large?: boolean
}) {
  const frame = useRef<HTMLDivElement>(null)
  const isComposing = useRef(false)
  const [combobox, setCombobox] = useState<{ SearchCombobox: SearchCombobox; value: string; hasFocus: boolean }>()
  const loadCombobox = async () => {
    const { SearchCombobox } = await import('./search-combobox.tsx')
    const field = frame.current?.querySelector('input')
    if (!field || field.role === 'combobox') return
    // Replacing the field would break text that is being composed with an input method, as in Japanese.
    if (isComposing.current) await new Promise((resolve) => field.addEventListener('compositionend', resolve))
    const { value, selectionStart, selectionEnd } = field
    const found = { SearchCombobox, value, hasFocus: field === document.activeElement }
    // Synchronously: text typed between reading the plain field and replacing it would be lost.
    flushSync(() => setCombobox((before) => before ?? found))
    if (found.hasFocus) frame.current?.querySelector('input')?.setSelectionRange(selectionStart, selectionEnd)
  }
  const loadComboboxIfFocused = useEffectEvent(() => {
    const isFocused = frame.current?.contains(document.activeElement)
    if (isFocused) void loadCombobox().catch(() => undefined)
  })
  // The field may have been focused before the page was hydrated.
  useEffect(() => loadComboboxIfFocused(), [])
  return (
    <div ref={frame} className="min-w-0">
      {combobox ? (
        <combobox.SearchCombobox
          {...look}
          label={label}
          placeholder={placeholder}
          initialValue={combobox.value}
          hasFocus={combobox.hasFocus}
        />
      ) : (
        <SearchField
          {...look}
          label={label}
          name="q"
          placeholder={placeholder}
          autoComplete="off"
          defaultValue={defaultValue}
          // Without the library the plain field does the same search.
          onFocus={() => void loadCombobox().catch(() => undefined)}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={() => {
            isComposing.current = false
          }}
          {...(shortcut && { shortcut })}
        />
      )}
    </div>
  )
}
