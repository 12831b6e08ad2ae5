import './map-marks.css'

/** The "here" dot with its ring. `selected` adds the dashed ring, which is animated once. */
export function LocationMark({ sizePx = 31, selected = false }: { sizePx?: number; selected?: boolean }) {
  const outer = selected ? (sizePx * 58) / 31 : sizePx
  const middle = outer / 2
  return (
    <svg className="location-mark" width={outer} height={outer} viewBox={`0 0 ${outer} ${outer}`} aria-hidden="true">
      {selected && <circle className="here-selection" cx={middle} cy={middle} r={middle - 1} pathLength={100} />}
      <circle className="location-ring" cx={middle} cy={middle} r={sizePx * 0.42} strokeWidth={sizePx * 0.095} />
      <circle className="location-dot" cx={middle} cy={middle} r={sizePx * 0.18} />
    </svg>
  )
}
