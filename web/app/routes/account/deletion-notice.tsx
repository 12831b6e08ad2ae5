import { href } from 'react-router'
import { formatDay } from '#app/lib/format/dates.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** Reminds the member of the requested deletion while it can still be cancelled. */
export function DeletionNotice({ from, now }: { from: string; now: number }) {
  return (
    <Notice kind="warn" className="account-notice">
      Your account will be deleted on {formatDay(from, now)}.{' '}
      <TextLink to={{ pathname: href('/account/settings'), search: '?section=delete' }}>Keep my account</TextLink>
    </Notice>
  )
}
