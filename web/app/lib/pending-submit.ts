import { createContext } from 'react'

/** The button with which a form was submitted. Both are empty for a button without a name, and for no button at all. */
export interface Submitter {
  name: string
  value: string
}

/** The button whose submission the surrounding form waits for; null while it waits for none. */
export const PendingSubmit = createContext<Submitter | null>(null)

/** Returns true for the same button, or another one that submits the same. */
export function isSameSubmitter(one: Submitter | null, other: Submitter): boolean {
  return one?.name === other.name && one.value === other.value
}
