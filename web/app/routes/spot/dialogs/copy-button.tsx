import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { showToast } from '#app/ui/feedback/toasts.ts'

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label, done }: { text: string; label: string; done: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      showToast(done)
    } catch {
      // Not over plain http, and not where the browser forbids it: the text stands beside the button.
      showToast('This browser does not let pages copy. Please select the text.')
    }
  }
  return (
    <IconButton label={label} icon={isCopied ? <Check /> : <Copy />} onClick={handleCopy} className="copy-button" />
  )
}
