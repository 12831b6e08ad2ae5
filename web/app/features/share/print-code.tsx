import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { withBase } from '#app/platform/config/app-config.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import './print-code.css'

/** The size of the code on paper, in CSS pixels: 3 cm. */
const SIZE = 113

/** The QR code and the URL of the page, on paper only. */
export function PrintCode() {
  const { siteUrl } = useAppSettings()
  const { pathname, search } = useLocation()
  const path = writePrintedPath(pathname, search)
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // The image loads only when the page is printed.
    const show = () => {
      flushSync(() => setIsPrinting(true))
      document.documentElement.dataset.printFrom = findScreen()
    }
    addEventListener('beforeprint', show)
    return () => removeEventListener('beforeprint', show)
  }, [])
  const code = { src: writeCodeUrl(path), width: SIZE, height: SIZE }
  return (
    <div className="print-code" aria-hidden="true">
      {isPrinting && <img {...code} alt="" />}
      <noscript>
        <img {...code} alt="" loading="lazy" />
      </noscript>
      <p>
        {siteUrl}
        {path}
      </p>
    </div>
  )
}

/**
 * Returns the path of a page with its query, encoded in one way. The query of a request on the server is encoded
 * differently from that of the browser's location, for example a comma.
 */
export function writePrintedPath(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

/**
 * Returns the size of the screen, by the breakpoints of static maps and of stories. Only its pictures are loaded and
 * printed.
 */
function findScreen(): 'phone' | 'tablet' | 'desktop' {
  if (matchMedia('(width < 47.5rem)').matches) return 'phone'
  return matchMedia('(width < 67.5rem)').matches ? 'tablet' : 'desktop'
}

/** Opens the print dialog once the QR code of the page has loaded. `path` is that of the page, relative to the site. */
export async function printPage(path: string): Promise<void> {
  const code = new Image()
  code.src = writeCodeUrl(path)
  // Without the code the page is still worth printing.
  await code.decode().catch(() => undefined)
  window.print()
}

function writeCodeUrl(path: string): string {
  return withBase(`/qr.svg?${new URLSearchParams({ to: path })}`)
}
