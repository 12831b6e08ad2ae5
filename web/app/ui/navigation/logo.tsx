const blocks = Array.from({ length: 6 }, (_, index) => index)
const block = 32 / 6

const closedContour =
  'M18.6 5.6c4.9-.6 8.6 2.7 8.9 7.5.3 5.2-3.3 8.7-8.6 9.2-4.9.5-8.9-2.2-9.5-6.9-.6-5 3.6-9.1 9.2-9.8Z'
const openContours =
  'M2.4 22.5C4.6 24 4.4 27 8.2 28.2c3.4 1.1 6.2-.8 10.7-1.2 4.8-.4 7.5-2.5 11-5.8M4.2 0C6.8 3.8 2.6 6.8 4.8 11.2 6.2 14 4.6 17.4 1 19M31 4.6C28.8 4.2 27.3 2.6 26.5 0'

/** The logo: a sheet with contours and a dot. The site's icon is a simpler drawing, for fewer than 22 px. */
export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      {/* A nested svg clips the contours at the frame without an id. */}
      <svg x="3" y="3" width="26" height="26" viewBox="3 3 26 26" aria-hidden="true">
        <path d={closedContour + openContours} fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <circle cx="18.5" cy="14" r="4.1" fill="var(--over)" />
      <path d="M.35.35h31.3v31.3H.35ZM3 3v26h26V3Z" fill="none" stroke="currentColor" strokeWidth=".7" />
      <path d={blocks.map(frameBlocks).join('')} fill="currentColor" />
    </svg>
  )
}

function frameBlocks(index: number): string {
  const start = (index * block).toFixed(2)
  const end = ((5 - index) * block).toFixed(2)
  const length = block.toFixed(2)
  if (index % 2 === 0) return `M${start} 0h${length}v3h-${length}ZM${end} 29h${length}v3h-${length}Z`
  return `M0 ${start}h3v${length}h-3ZM29 ${end}h3v${length}h-3Z`
}
