import { nameMember } from '#app/features/account/members/member-name.ts'
import { formatDay, formatTime } from '#app/lib/format/dates.ts'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { showToast } from '#app/ui/feedback/toasts.ts'
import type { Change } from '../spot-page.ts'
import { PageDialog } from './page-dialog.tsx'
import type { SpotDialogProps } from './spot-dialog.ts'

/** What the columns are called where people read. */
const fieldWords: Record<string, string> = {
  title: 'title',
  category: 'kind',
  tags: 'tags',
  description: 'description',
  lng: 'position',
  lat: 'position',
  address: 'address',
  website: 'website',
  access: 'way in',
  visibility: 'who sees it',
  precision: 'how exact the place is',
  status: 'status',
  cover_photo_id: 'cover',
}

/** The latest changes: when, by whom, of what. Authors and moderators may take one back. */
export function HistoryDialog({ page: { history, viewer }, onClose }: SpotDialogProps) {
  const mayRestore = viewer.is_author || viewer.is_moderator
  return (
    <PageDialog onClose={onClose} title="What has changed">
      <ol className="history">
        {history.latest.map((change) => (
          <li key={change.id} className="history-row">
            <div>
              <p>{describeChange(change)}</p>
              <p className="text-small text-ink-2">
                <span dir="auto">{nameMember(change.author)}</span>, {formatDay(change.created_at)},{' '}
                {formatTime(change.created_at)}
              </p>
            </div>
            {mayRestore && change.fields.some((field) => field !== 'status') && <RestoreButton change={change} />}
          </li>
        ))}
      </ol>
      {history.count > history.latest.length && (
        <p className="text-small text-ink-2">
          These are the latest {history.latest.length} of {history.count}.
        </p>
      )}
    </PageDialog>
  )
}

function RestoreButton({ change }: { change: Change }) {
  const { Form, isBusy, rejection } = useIntentForm('restore', () => showToast('The earlier version is back'))
  return (
    <Form method="post" className="flex-none">
      <input type="hidden" name="revision" value={change.id} />
      <button type="submit" name="intent" value="restore" className="link" disabled={isBusy}>
        Take back
      </button>
      {rejection?.message && <p role="alert">{rejection.message}</p>}
    </Form>
  )
}

function describeChange({ fields, restores }: Change): string {
  const words = new Set(fields.map((field) => fieldWords[field] ?? field))
  const list = new Intl.ListFormat('en').format(words)
  return restores === null ? `Changed ${list}` : `Took back a change of ${list}`
}
