import { useEffect, useRef, useState } from 'react'
import { isTyping } from '#app/lib/is-typing.ts'

/**
 * Receives files that are pasted, or dropped anywhere on the page, where browsers would open them. Pasted text is left
 * alone. Returns true while files are dragged over the page.
 */
export function useArrivingFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const controller = new AbortController()
    const listening = { signal: controller.signal }
    const take = (event: Event, files: FileList | undefined) => {
      setIsOver(false)
      if (!files || files.length === 0) return
      event.preventDefault()
      latest.current([...files])
    }
    document.addEventListener('paste', (event) => take(event, findPastedFiles(event)), listening)
    document.addEventListener('drop', (event) => take(event, event.dataTransfer?.files), listening)
    document.addEventListener('dragover', (event) => hold(event, setIsOver), listening)
    document.addEventListener('dragleave', (event) => event.relatedTarget === null && setIsOver(false), listening)
    return () => controller.abort()
  }, [])
  return isOver
}

/** Office programs add a picture of the copied text to the clipboard. In a text field the text is meant. */
function findPastedFiles({ target, clipboardData }: ClipboardEvent): FileList | undefined {
  const isText = isTyping(target) && clipboardData?.types.includes('text/plain')
  return isText ? undefined : clipboardData?.files
}

function hold(event: DragEvent, setIsOver: (isOver: boolean) => void): void {
  if (!event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  setIsOver(true)
}
