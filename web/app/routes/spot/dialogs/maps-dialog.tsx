import { PageDialog } from '#app/ui/dialogs/page-dialog.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { ExportLink } from './export-link.tsx'
import { listMapLinks } from './map-links.ts'
import type { SpotDialogProps } from './spot-dialog.ts'

/** Links to other maps that show the spot, and files to download. */
export function MapsDialog({ page: { spot }, onClose }: SpotDialogProps) {
  return (
    <PageDialog onClose={onClose} title="Open in maps">
      <ul className="maps-list">
        {listMapLinks(spot).map(({ name, url }) => (
          <li key={name}>
            <TextLink external to={url} rel="noopener external">
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
      <p className="maps-files">
        Download as{' '}
        <ExportLink id={spot.id} format="gpx">
          GPX
        </ExportLink>
        ,{' '}
        <ExportLink id={spot.id} format="kml">
          KML
        </ExportLink>{' '}
        or{' '}
        <ExportLink id={spot.id} format="geojson">
          GeoJSON
        </ExportLink>
        .
      </p>
    </PageDialog>
  )
}
