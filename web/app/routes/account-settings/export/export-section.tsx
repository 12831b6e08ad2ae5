import Download from 'lucide-react/icons/download'
import { useSearchParams } from 'react-router'
import { formatBytes } from '#app/lib/format/bytes.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Progress } from '#app/ui/feedback/progress.tsx'
import { ActionForm } from '../settings-form.tsx'
import { useRefresh } from '../use-refresh.ts'
import type { DataExport } from './export-data.ts'

const REFRESH_MS = 2000

/** The section that packs all of the member's data into one archive and offers its download. */
export function ExportSection({ found }: { found: DataExport | null }) {
  const [search] = useSearchParams()
  const isMoving = found?.status === 'waiting' || found?.status === 'running'
  useRefresh(isMoving, REFRESH_MS)
  return (
    <div className="settings-export">
      <p>
        One ZIP with everything you made: spots with their exact positions and photos, lists, stories, reviews,
        comments, your profile, the members you follow and your notifications. The formats are open. Any Hereabouts site
        can import it. Entries about a place, member or list that is missing there cannot be restored; the result of the
        import lists them.
      </p>
      {!found && search.get('archive') === 'ready' && (
        <Notice kind="warn">
          This archive has expired or was deleted, or it belongs to another account. Export your data again, or sign in
          with the account that exported it.
        </Notice>
      )}
      {found && isMoving && <Packing found={found} />}
      {found?.status === 'ready' && <Ready found={found} />}
      {found?.status === 'failed' && (
        <Notice kind="bad">The export failed. Try again, or contact us if it fails again.</Notice>
      )}
      {!isMoving && (
        <ActionForm
          section="export"
          sends={{ intent: 'start-export' }}
          label={found ? 'Export again' : 'Export your data'}
          busyLabel="Starting"
          variant={found?.status === 'ready' ? 'quiet' : 'primary'}
        />
      )}
      {!found && (
        <p className="settings-note">
          We will notify you when it is ready, by email too if your account has an address.
        </p>
      )}
    </div>
  )
}

function Packing({ found: { id, done, total } }: { found: DataExport }) {
  return (
    <div className="settings-export-state">
      <p role="status">Exporting your data</p>
      <Progress label="Spots and photos exported" percent={total === 0 ? 0 : (100 * done) / total} />
      <p className="settings-note">
        You can leave this page. We will notify you when it is ready, by email too if your account has an address.
        Without JavaScript, reload the page to see the progress.
      </p>
      <ActionForm
        section="export"
        sends={{ intent: 'delete-export', export: id }}
        label="Stop"
        hiddenLabel="Stop exporting your data"
        busyLabel="Stopping"
      />
    </div>
  )
}

function Ready({ found: { id, byte_count, expires_at } }: { found: DataExport }) {
  return (
    <div className="settings-export-state">
      <p role="status">
        Your data is ready: {formatBytes(byte_count)}. It is deleted on {formatDay(expires_at)}. Only you can download
        it.
      </p>
      <div className="settings-buttons">
        {/* A plain link instead of a router link, because the browser downloads the file. */}
        <LinkButton variant="primary" icon={<Download />} to="/account/settings/export.zip" reloadDocument download>
          Download
        </LinkButton>
        <ActionForm
          section="export"
          sends={{ intent: 'delete-export', export: id }}
          label="Delete it"
          hiddenLabel="Delete the archive of your data"
          busyLabel="Deleting"
          variant="danger"
        />
      </div>
    </div>
  )
}
