import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { SearchField } from '#app/ui/forms/search-field.tsx'

type SearchCombobox = typeof import('./search-combobox.tsx')['SearchCombobox']

/**
 * The field named `q` of a search form. It is plain until somebody goes there, then suggestions load and take over what has been
 * typed meanwhile, so that pages pay for them only when they are used.
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
  /** A key that moves here, shown at the end. */
  shortcut?: string
  end?: ReactNode
  large?: boolean
}) {
  const frame = useRef<HTMLDivElement>(null)
  const isComposing = useRef(false)
  const [taken, setTaken] = useState<{ SearchCombobox: SearchCombobox; value: string; hasFocus: boolean }>()
  const takeOver = async () => {
    const { SearchCombobox } = await import('./search-combobox.tsx')
    const field = frame.current?.querySelector('input')
    if (!field || field.role === 'combobox') return
    // A word that is being put together, as in Japanese, would fall apart.
    if (isComposing.current) await new Promise((resolve) => field.addEventListener('compositionend', resolve))
    const { value, selectionStart, selectionEnd } = field
    const found = { SearchCombobox, value, hasFocus: field === document.activeElement }
    // In one go: what is typed between reading the plain field and putting the other one there would be lost.
    flushSync(() => setTaken((before) => before ?? found))
    if (found.hasFocus) frame.current?.querySelector('input')?.setSelectionRange(selectionStart, selectionEnd)
  }
  return (
    <div ref={frame} className="min-w-0">
      {taken ? (
        <taken.SearchCombobox
          {...look}
          label={label}
          placeholder={placeholder}
          initialValue={taken.value}
          hasFocus={taken.hasFocus}
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
          onFocus={() => void takeOver().catch(() => undefined)}
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
