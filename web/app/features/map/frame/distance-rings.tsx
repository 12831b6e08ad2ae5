import { createProjection, type LngLat, type MapView, measureMetersPerPixel, unwrapLongitude } from '../map-view.ts'
import './distance-rings.css'

/** Dotted circles at distances around a position, each with its length at the lower right. */
export function DistanceRings({ view, center, radiiMeters }: { view: MapView; center: LngLat; radiiMeters: number[] }) {
  const lng = unwrapLongitude(center.lng, view.center.lng)
  const [x, y] = createProjection(view).project({ lng, lat: center.lat })
  const metersPerPixel = measureMetersPerPixel(view.zoom, center.lat)
  const rings = radiiMeters
    .map((meters) => ({ meters, radius: meters / metersPerPixel }))
    .filter(({ radius }) => radius > 12 && radius < 4 * Math.max(view.width, view.height))
  return (
    <svg className="distance-rings" viewBox={`0 0 ${view.width} ${view.height}`} aria-hidden="true">
      {rings.map(({ meters, radius }) => (
        <g key={meters}>
          <circle cx={x} cy={y} r={radius} />
          {radius > 40 && (
            <text x={x + radius * 0.39} y={y + radius * 0.82}>
              {meters >= 1000 ? `${meters / 1000} km` : `${meters} m`}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}
