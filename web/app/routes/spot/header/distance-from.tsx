import LocateFixed from 'lucide-react/icons/locate-fixed'
import { useNearMe } from '#app/features/map/live/controls/use-near-me.ts'
import { describeWay } from '#app/lib/geo/bearing.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { Bearing } from '#app/ui/display/bearing.tsx'
import type { SpotPage } from '../spot-page.ts'

/** The distance and direction from the city and, on request, from the viewer's position. */
export function DistanceFrom({ spot, city }: { spot: Point; city: SpotPage['city'] }) {
  const { state, position, help, locate } = useNearMe(() => undefined)
  if (position) return <Way from={position} to={spot} name="you" />
  return (
    <span className="spot-distance">
      {city && <Way from={city} to={spot} name={city.name} />}
      {state === 'failed' && (
        <span role="status" className="spot-distance-help">
          {help}
        </span>
      )}
      <button
        type="button"
        className="spot-distance-button touch-area needs-script"
        onClick={locate}
        aria-busy={state === 'locating' || undefined}
      >
        <LocateFixed size={16} aria-hidden="true" />
        <span>{state === 'locating' ? 'Locating you' : 'From me'}</span>
      </button>
    </span>
  )
}

function Way({ from, to, name }: { from: Point; to: Point; name: string }) {
  const way = describeWay(from, to, name)
  const end = name === 'you' && way.degrees !== null ? ' of you' : ''
  return (
    <span className="spot-way" title={`From ${name}`}>
      <Bearing degrees={way.degrees} text={way.short + end} words={way.words} />
    </span>
  )
}
