import { useState } from 'react'
import { showToast } from '../feedback/toasts.ts'

/** Copies texts to the clipboard and confirms it with a toast. */
export function useCopy(done: string): { isCopied: boolean; copy: (text: string) => void } {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      showToast(done)
    } catch {
      // Fails over plain HTTP and where the browser forbids it. The text is visible beside the button.
      showToast('Your browser does not allow copying. Please select and copy the text.')
    }
  }
  return { isCopied, copy: (text) => void copy(text) }
}
