import { nameMember } from '#app/features/account/members/member-name.ts'
import { formatDay, formatTime } from '#app/lib/format/dates.ts'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { showToast } from '#app/ui/feedback/toasts.ts'
import type { Change } from '../spot-page.ts'
import { PageDialog } from './page-dialog.tsx'
import type { SpotDialogProps } from './spot-dialog.ts'

/** The label of each column. */
const fieldWords: Record<string, string> = {
  title: 'title',
  category: 'kind',
  tags: 'tags',
  description: 'description',
  lng: 'position',
  lat: 'position',
  address: 'address',
  website: 'website',
  access: 'access',
  visibility: 'visibility',
  precision: 'precision of the position',
  status: 'status',
  cover_photo_id: 'cover',
}

/** The latest changes: when, by whom and of what. Authors and moderators may undo one. */
export function HistoryDialog({ page: { history, viewer }, onClose }: SpotDialogProps) {
  const mayRestore = viewer.is_author || viewer.is_moderator
  return (
    <PageDialog onClose={onClose} title="History">
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
          Showing the latest {history.latest.length} of {history.count}.
        </p>
      )}
    </PageDialog>
  )
}

function RestoreButton({ change }: { change: Change }) {
  const { Form, isBusy, rejection } = useIntentForm('restore', () => showToast('Change undone'))
  return (
    <Form method="post" className="flex-none">
      <input type="hidden" name="revision" value={change.id} />
      <button type="submit" name="intent" value="restore" className="link" disabled={isBusy}>
        Undo
      </button>
      {rejection?.message && <p role="alert">{rejection.message}</p>}
    </Form>
  )
}

function describeChange({ fields, restores }: Change): string {
  const words = new Set(fields.map((field) => fieldWords[field] ?? field))
  const list = new Intl.ListFormat('en').format(words)
  return restores === null ? `Changed ${list}` : `Undid a change of ${list}`
}
