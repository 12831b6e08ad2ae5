import { ClickToLoadMap, type ClickToLoadMapProps } from './click-to-load-map.tsx'
import type { StaticMapData } from './static-map.server.ts'

/**
 * Two drawings of one place: a phone gets its own, since names and readings do not shrink. Only the ground that shows is
 * loaded.
 */
export function ResponsiveStaticMap({
  wide,
  narrow,
  ...rest
}: Omit<ClickToLoadMapProps, 'staticMap'> & { wide: StaticMapData; narrow: StaticMapData }) {
  return (
    <>
      <div className="static-map-wide">
        <ClickToLoadMap staticMap={wide} {...rest} />
      </div>
      <div className="static-map-narrow">
        <ClickToLoadMap staticMap={narrow} {...rest} readings={false} />
      </div>
    </>
  )
}
