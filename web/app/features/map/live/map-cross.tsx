import './map-cross.css'

/** The fixed cross in the middle of a map, with a flag that describes the position below it. */
export function MapCross({ text }: { text?: string | undefined }) {
  return (
    <div className="map-cross">
      <svg width={112} height={112} viewBox="-56 -56 112 112" aria-hidden="true">
        <path className="map-cross-arms" d="M-56 0H-22M22 0H56M0 -56V-22M0 22V56" />
        <circle className="map-cross-ring" r={12} />
        <circle className="map-cross-dot" r={5} />
      </svg>
      {text && <span className="map-cross-flag">{text}</span>}
    </div>
  )
}
