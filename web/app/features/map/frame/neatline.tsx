import type { MapView } from '../map-view.ts'
import { BAND_PX, drawNeatline } from './neatline-drawing.ts'
import './neatline.css'

/** The graduated frame of a map. It lies over the map, ignores the pointer and is hidden from screen readers. */
export function Neatline({ view, labels = true }: { view: MapView; labels?: boolean }) {
  const { width, height } = view
  const drawing = drawNeatline(view, { labels })
  const [right, bottom] = [width - BAND_PX, height - BAND_PX]
  return (
    <svg className="neatline" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path
        className="neatline-band"
        d={`M0 0H${width}V${height}H0ZM${BAND_PX} ${BAND_PX}V${bottom}H${right}V${BAND_PX}Z`}
      />
      {drawing.blocks.map((block) => (
        <rect key={`${block.x} ${block.y}`} className="neatline-block" {...block} />
      ))}
      <path className="neatline-edge" d={`M${BAND_PX} ${BAND_PX}H${right}V${bottom}H${BAND_PX}Z`} />
      {drawing.labels.map(({ edge, x, y, text }) => (
        <text
          key={`${edge} ${x} ${y}`}
          className="neatline-label"
          x={x}
          y={y}
          textAnchor={edge === 'top' ? 'middle' : 'start'}
        >
          {text}
        </text>
      ))}
    </svg>
  )
}
