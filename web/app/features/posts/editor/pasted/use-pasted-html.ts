import { useRef } from 'react'
import { showFailure } from '#app/ui/feedback/toasts.ts'
import { cleanPastedHtml, type PastedPicture } from './clean-pasted-html.ts'

/**
 * Returns the handlers of pasted HTML. The editor prepares the HTML before the paste is complete, so pictures are
 * held back until then.
 */
export function usePastedHtml(onPictures: (pictures: readonly PastedPicture[]) => void) {
  const waiting = useRef<{ pictures: readonly PastedPicture[]; lostPictures: number }>(undefined)
  return {
    onHtml: (html: string) => {
      const { html: clean, ...pictures } = cleanPastedHtml(html, window.location.origin)
      waiting.current = pictures
      return clean
    },
    onPasted: () => {
      const { pictures = [], lostPictures = 0 } = waiting.current ?? {}
      waiting.current = undefined
      if (pictures.length > 0) onPictures(pictures)
      if (lostPictures > 0) showFailure(describeLost(lostPictures))
    },
  }
}

function describeLost(count: number): string {
  return count === 1
    ? 'A picture could not be pasted. Save it as a file and add it as a photo.'
    : `${count} pictures could not be pasted. Save them as files and add them as photos.`
}
