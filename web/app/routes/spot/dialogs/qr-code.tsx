import { useEffect, useState } from 'react'

/** The QR code of a link. The library that draws it loads on demand. */
export function QrCode({ text, title }: { text: string; title: string }) {
  const [path, setPath] = useState<{ data: string; size: number }>()
  useEffect(() => {
    let isCurrent = true
    void import('qrcode').then(({ create }) => {
      const { modules } = create(text, { errorCorrectionLevel: 'M' })
      if (isCurrent) setPath({ data: drawModules(modules.size, (x, y) => modules.get(y, x) !== 0), size: modules.size })
    })
    return () => {
      isCurrent = false
    }
  }, [text])
  const size = (path?.size ?? 29) + 2 * QUIET_ZONE
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`QR code of the link to ${title}`}>
      <path className="qr-background" d={`M0 0h${size}v${size}h-${size}z`} />
      {path && <path className="qr-modules" d={path.data} transform={`translate(${QUIET_ZONE} ${QUIET_ZONE})`} />}
    </svg>
  )
}

/** The quiet zone of a QR code is four modules wide. */
const QUIET_ZONE = 4

function drawModules(size: number, isDark: (x: number, y: number) => boolean): string {
  const cells = Array.from({ length: size * size }, (_, index) => [index % size, Math.floor(index / size)] as const)
  return cells
    .filter(([x, y]) => isDark(x, y))
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
    .join('')
}
