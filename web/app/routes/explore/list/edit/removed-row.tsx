import { formatDay } from '#app/lib/format/dates.ts'
import { useEarlyToast } from '#app/platform/use-early-toast.ts'
import type { ListPage } from '../list-page.ts'
import { useSavedForm } from './use-saved.ts'

/** An item whose spot a moderator removed. Visible to editors only. */
export function RemovedRow({ item }: { item: ListPage['removed'][number] }) {
  const { Form, isBusy, response } = useSavedForm('remove')
  useEarlyToast(response)
  return (
    <li className="edit-row is-removed">
      <p>Removed from the map on {formatDay(item.removed_at)}</p>
      <Form method="post">
        <input type="hidden" name="spot" value={item.spot_id} />
        <button type="submit" name="intent" value="remove" className="link" aria-busy={isBusy || undefined}>
          Remove from the list
        </button>
      </Form>
    </li>
  )
}
