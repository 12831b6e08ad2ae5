import Search from 'lucide-react/icons/search'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../class-names.ts'

/** A search field with a label for screen readers. Put it into a form with role="search". */
export function SearchField({
  label,
  large = false,
  shortcut,
  end,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & {
  label: string
  large?: boolean
  /** The keyboard shortcut of the field, shown at its end. */
  shortcut?: string
  /** A button at the end, inside the frame. */
  end?: ReactNode
}) {
  return (
    <div className={classNames('input-frame', large && 'is-large', className)}>
      <Search />
      <input
        dir="auto"
        enterKeyHint="search"
        {...input}
        type="search"
        aria-label={label}
        aria-keyshortcuts={shortcut}
      />
      {shortcut && (
        <span className="key-hint" aria-hidden="true">
          {shortcut}
        </span>
      )}
      {end}
    </div>
  )
}
