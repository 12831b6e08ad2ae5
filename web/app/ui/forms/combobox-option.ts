import type { ReactNode } from 'react'

/** A suggestion; add what the screen needs to act on it. */
export type ComboboxOption = {
  id: string
  title: string
  /** What tells it from others of the same name. */
  context?: ReactNode
  icon?: ReactNode
}

/** Suggestions of one sort under their name. */
export type ComboboxGroup<Option extends ComboboxOption = ComboboxOption> = {
  label: string
  options: readonly Option[]
}
