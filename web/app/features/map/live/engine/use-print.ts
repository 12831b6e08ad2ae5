import type { Map as MapLibreMap } from 'maplibre-gl'
import { type RefObject, useEffect } from 'react'

/** The space for a map on paper, in CSS pixels: the width of A4 without margins, and less than half of its height. */
const PAPER = { width: 680, height: 460 }
/** Turns a dark drawing into a light one. The land of the night would otherwise be as blue as water. */
const NIGHT_TO_DAY = 'invert(1) grayscale(1) sepia(0.25)'

/**
 * Keeps a map as it is on screen when the page is printed: in the same size, only scaled to the paper, because neither
 * the map nor its marks could move in time. The drawing becomes a picture, because browsers may print an empty canvas.
 */
export function usePrint(
  frame: RefObject<HTMLElement | null>,
  map: MapLibreMap | undefined,
  { isDark }: { isDark: boolean },
): void {
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const prepare = () => {
      const { clientWidth: width, clientHeight: height } = element
      const scale = Math.min(1, PAPER.width / width, PAPER.height / height)
      element.style.setProperty('--print-width', `${width}px`)
      element.style.setProperty('--print-height', `${height}px`)
      element.style.setProperty('--print-scale', String(scale))
      if (isDark) element.style.setProperty('--print-filter', NIGHT_TO_DAY)
      // The canvas can only be read in the same task as it is drawn.
      if (map) element.style.setProperty('--print-picture', `url(${map.redraw().getCanvas().toDataURL()})`)
    }
    const restore = () => {
      for (const name of ['width', 'height', 'scale', 'filter', 'picture'])
        element.style.removeProperty(`--print-${name}`)
    }
    addEventListener('beforeprint', prepare)
    addEventListener('afterprint', restore)
    return () => {
      removeEventListener('beforeprint', prepare)
      removeEventListener('afterprint', restore)
    }
  }, [frame, map, isDark])
}
