import type { ReactNode } from 'react'

/** A suggestion. Screens add the data that they need to act on it. */
export type ComboboxOption = {
  id: string
  title: string
  /** Distinguishes it from others of the same name. */
  context?: ReactNode
  icon?: ReactNode
}

/** A named group of suggestions. */
export type ComboboxGroup<Option extends ComboboxOption = ComboboxOption> = {
  label: string
  options: readonly Option[]
}
