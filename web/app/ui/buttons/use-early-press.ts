import { type RefObject, useEffect, useRef } from 'react'
import { useHasScript } from '../use-has-script.ts'

/** A button that was pressed before the page was hydrated, as marked by content-first.ts. */
type EarlyButton = HTMLButtonElement & { wasPressedEarly?: boolean }

/**
 * Handles a press that comes before the page is hydrated: it is repeated once the button works. Spread the result
 * onto the button.
 */
export function useEarlyPress(): { ref: RefObject<HTMLButtonElement | null>; 'data-early-press': true | undefined } {
  const ref = useRef<HTMLButtonElement>(null)
  const hasScript = useHasScript()
  useEffect(() => {
    const button: EarlyButton | null = ref.current
    if (!button?.wasPressedEarly) return
    // Runs after the effects of the surrounding screen, which the press may need.
    const timer = setTimeout(() => {
      button.wasPressedEarly = false
      button.removeAttribute('aria-busy')
      button.click()
    })
    return () => clearTimeout(timer)
  }, [])
  return { ref, 'data-early-press': hasScript ? undefined : true }
}
