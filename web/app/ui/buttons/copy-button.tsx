import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { IconButton } from './icon-button.tsx'
import { useCopy } from './use-copy.ts'

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label, done }: { text: string; label: string; done: string }) {
  const { isCopied, copy } = useCopy(done)
  return (
    <IconButton
      label={label}
      icon={isCopied ? <Check /> : <Copy />}
      onClick={() => copy(text)}
      className="copy-button needs-script"
    />
  )
}
