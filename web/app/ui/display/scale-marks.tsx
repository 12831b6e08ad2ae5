const height = 7

/** A small scale bar filled up to a value. Decorative: write the number beside it. */
export function ScaleMarks({ value, blocks, width }: { value: number; blocks: number; width: number }) {
  const step = width / blocks
  const boxes = Array.from(
    { length: blocks },
    (_, index) => `M${round(index * step + 0.5)} .5h${round(step - 1.6)}v6h-${round(step - 1.6)}Z`,
  )
  const fills = Array.from({ length: blocks }, (_, index) => {
    const share = Math.max(0, Math.min(1, value - index))
    return share === 0
      ? ''
      : `M${round(index * step + 0.5)} .5h${round((step - 1.6) * share)}v6h-${round((step - 1.6) * share)}Z`
  })
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className="rtl:-scale-x-100"
    >
      <path d={boxes.join('')} fill="none" stroke="currentColor" opacity=".65" />
      <path d={fills.join('')} fill="currentColor" />
    </svg>
  )
}

function round(value: number): string {
  return value.toFixed(1)
}
