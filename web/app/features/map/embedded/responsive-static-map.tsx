import { PicturePreload } from '../static/picture-preload.tsx'
import type { StaticMapData } from '../static/static-map.server.ts'
import { ClickToLoadMap, type ClickToLoadMapProps } from './click-to-load-map.tsx'

/**
 * Two drawings of one place: phones get their own, since names and labels do not shrink. Only the visible one loads its
 * base map.
 */
export function ResponsiveStaticMap({
  wide,
  narrow,
  ...rest
}: Omit<ClickToLoadMapProps, 'staticMap'> & { wide: StaticMapData; narrow: StaticMapData }) {
  return (
    <>
      <PicturePreload urls={wide.urls} media="(width >= 47.5rem)" />
      <PicturePreload urls={narrow.urls} media="(width < 47.5rem)" />
      <div className="static-map-wide">
        <ClickToLoadMap staticMap={wide} {...rest} />
      </div>
      <div className="static-map-narrow">
        <ClickToLoadMap staticMap={narrow} {...rest} readings={false} />
      </div>
    </>
  )
}
