import { createContext, useContext } from 'react'
import { useIntentForm } from '#app/lib/intent-form.ts'

/** Receives the time at which something was saved. */
export const SavedContext = createContext<(at: number) => void>(() => undefined)

/** Renders a form of the editor. The footer of the list shows when it was last saved. */
export function useSavedForm(intent: string) {
  const tell = useContext(SavedContext)
  return useIntentForm(intent, () => tell(Date.now()))
}
