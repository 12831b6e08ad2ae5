import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { SearchField } from '#app/ui/search-field.tsx'

const loadCombobox = () => import('./search-combobox.tsx')
const SearchCombobox = lazy(() => loadCombobox().then((module) => ({ default: module.SearchCombobox })))

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
  const [taken, setTaken] = useState<{ value: string; hasFocus: boolean }>()
  const takeOver = async () => {
    await loadCombobox()
    const field = frame.current?.querySelector('input')
    if (field) setTaken((before) => before ?? { value: field.value, hasFocus: field === document.activeElement })
  }
  const plain = (
    <SearchField
      {...look}
      label={label}
      name="q"
      placeholder={placeholder}
      autoComplete="off"
      defaultValue={taken?.value ?? defaultValue}
      // Without the library the plain field does the same search.
      onFocus={() => void takeOver().catch(() => undefined)}
      {...(shortcut && { shortcut })}
    />
  )
  return (
    <div ref={frame} className="min-w-0">
      {taken ? (
        <Suspense fallback={plain}>
          <SearchCombobox
            {...look}
            label={label}
            placeholder={placeholder}
            initialValue={taken.value}
            hasFocus={taken.hasFocus}
          />
        </Suspense>
      ) : (
        plain
      )}
    </div>
  )
}
