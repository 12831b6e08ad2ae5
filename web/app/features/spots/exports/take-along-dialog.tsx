import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { PageDialog } from '#app/ui/dialogs/page-dialog.tsx'
import {
  Contents,
  ExportWords,
  formatIcons,
  listAddresses,
  type TakeAlongProps,
  toExportUrl,
} from './export-entries.tsx'
import './take-along.css'
import { exportFormatIds, exportFormats } from './export-formats.ts'

/** The same downloads as a dialog, for a menu on phones that leads to them. */
export function TakeAlongDialog({
  title,
  pathname,
  search = '',
  feed,
  bundle,
  onClose,
}: Omit<TakeAlongProps, 'share' | 'look' | 'className'> & { onClose: () => void }) {
  return (
    <PageDialog onClose={onClose} title="Take it along" description={<Contents title={title} />}>
      <ul className="take-along-list">
        {exportFormatIds.map((format) => (
          <li key={format}>
            <SafeLink className="menu-item" to={toExportUrl(pathname, format, search)} reloadDocument download>
              <ExportWords icon={formatIcons[format]} {...exportFormats[format]} />
            </SafeLink>
          </li>
        ))}
        {listAddresses({ feed, bundle }).map(({ to, ...words }) => (
          <li key={to}>
            <SafeLink className="menu-item" to={to} reloadDocument>
              <ExportWords {...words} />
            </SafeLink>
          </li>
        ))}
      </ul>
    </PageDialog>
  )
}
