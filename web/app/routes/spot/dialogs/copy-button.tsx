import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { showToast } from '#app/ui/feedback/toasts.ts'

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label, done }: { text: string; label: string; done: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      showToast(done)
    } catch {
      // Fails over plain HTTP and where the browser forbids it. The text is visible beside the button.
      showToast('Your browser does not allow copying. Please select the text.')
    }
  }
  return (
    <IconButton label={label} icon={isCopied ? <Check /> : <Copy />} onClick={handleCopy} className="copy-button" />
  )
}
