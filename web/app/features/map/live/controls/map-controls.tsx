import { Layers, LocateFixed, Minus, Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { NearMe } from './use-near-me.ts'

interface MapControlsProps {
  onZoomIn: () => void
  onZoomOut: () => void
  nearMe: NearMe
  /** True while the isolines are drawn. Undefined hides the button. */
  isolines?: { shown: boolean; onChange: (shown: boolean) => void } | undefined
}

/** A column of square buttons: zoom in, zoom out, near me, layers. */
export function MapControls({ onZoomIn, onZoomOut, nearMe, isolines }: MapControlsProps) {
  const [hasLayers, setHasLayers] = useState(false)
  const layersId = useId()
  return (
    <div className="map-controls needs-script">
      <div className="map-control-column">
        <MapControl label="Zoom in" onPress={onZoomIn} icon={<Plus size={20} strokeWidth={1.75} />} />
        <MapControl label="Zoom out" onPress={onZoomOut} icon={<Minus size={20} strokeWidth={1.75} />} />
        <MapControl
          label={nearMe.state === 'locating' ? 'Looking for you' : 'Near me'}
          onPress={nearMe.locate}
          icon={<LocateFixed size={20} strokeWidth={1.75} />}
          pressed={nearMe.state === 'on'}
          busy={nearMe.state === 'locating'}
        />
        {isolines && (
          <MapControl
            label="Layers"
            onPress={() => setHasLayers((shown) => !shown)}
            icon={<Layers size={20} strokeWidth={1.75} />}
            expanded={hasLayers}
            controls={layersId}
          />
        )}
      </div>
      {isolines && hasLayers && (
        <fieldset className="map-layers" id={layersId}>
          <legend>Layers</legend>
          <label>
            <input
              type="checkbox"
              checked={isolines.shown}
              onChange={(event) => isolines.onChange(event.target.checked)}
            />
            Isolines
          </label>
          <p>Lines show where many spots are.</p>
        </fieldset>
      )}
      {nearMe.state === 'failed' && (
        <p className="map-control-help" role="status">
          {nearMe.help}
        </p>
      )}
    </div>
  )
}

interface MapControlProps {
  label: string
  icon: ReactNode
  onPress: () => void
  pressed?: boolean
  busy?: boolean
  expanded?: boolean
  controls?: string
}

function MapControl({ label, icon, onPress, pressed, busy, expanded, controls }: MapControlProps) {
  return (
    <button
      type="button"
      className="map-control"
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      aria-busy={busy}
      aria-expanded={expanded}
      aria-controls={expanded ? controls : undefined}
      onClick={onPress}
    >
      {icon}
    </button>
  )
}
