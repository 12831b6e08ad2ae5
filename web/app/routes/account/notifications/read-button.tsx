import Check from 'lucide-react/icons/check'
import { useFetcher } from 'react-router'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { notificationsUrl } from './notifications-url.ts'

/** Marks a row as read without opening it. Keyboard shortcut: E. */
export function ReadButton({ ids }: { ids: number[] }) {
  const fetcher = useFetcher()
  return (
    <fetcher.Form method="post" action={notificationsUrl()} className="notification-read">
      <input type="hidden" name="ids" value={ids.join(' ')} />
      <IconButton type="submit" name="intent" value="read" label="Mark as read" icon={<Check />} data-read />
    </fetcher.Form>
  )
}
