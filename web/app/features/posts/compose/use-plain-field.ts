import { useCallback, useRef } from 'react'

/**
 * Returns the properties of a text field that will be replaced, and a function that waits while a word is being composed
 * with an input method. Replacing the field in the meantime would break it.
 */
export function usePlainField() {
  const field = useRef<HTMLTextAreaElement>(null)
  const isComposing = useRef(false)
  const waitForComposition = useCallback(async () => {
    while (isComposing.current) {
      await new Promise((resolve) => field.current?.addEventListener('compositionend', resolve, { once: true }))
      // In Safari the last input event follows the end of the composition.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }, [])
  const startComposing = () => {
    isComposing.current = true
  }
  return {
    field,
    waitForComposition,
    plainField: {
      ref: field,
      onCompositionStart: startComposing,
      // The composition may have started before the page was hydrated.
      onCompositionUpdate: startComposing,
      onCompositionEnd: () => {
        isComposing.current = false
      },
    },
  }
}
