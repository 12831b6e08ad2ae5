import { chooseScale } from './scale-length.ts'
import './scale-bar.css'

/** A scale bar of four blocks with its length, correct for the middle of the map. */
export function ScaleBar({ zoom, lat }: { zoom: number; lat: number }) {
  const { widthPx, label } = chooseScale(zoom, lat)
  const quarter = widthPx / 4
  return (
    <span className="map-scale">
      <svg width={widthPx + 1} height={8} viewBox={`0 0 ${widthPx + 1} 8`} aria-hidden="true">
        <rect className="map-scale-background" x={0.5} y={0.5} width={widthPx} height={6} />
        <rect className="map-scale-block" x={0.5} y={0.5} width={quarter} height={6} />
        <rect className="map-scale-block" x={0.5 + 2 * quarter} y={0.5} width={quarter} height={6} />
      </svg>
      <span className="map-scale-length">{label}</span>
    </span>
  )
}
