import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'

/** The time in which a decision can be undone. Its notifications wait a little longer. */
const UNDO_MS = 10_000

const WORDS: Record<string, string> = {
  approved: 'Approved.',
  removed: 'Removed.',
  kept: 'Kept and shown.',
  restored: 'Restored.',
  asked: 'Question sent.',
  merged: 'Merged.',
  moved: 'Moved.',
  accepted: 'Accepted. The sender is notified.',
  declined: 'Declined. The sender is notified.',
  noted: 'Noted.',
  undone: 'Undone.',
  changed: 'The author has just changed this. Read it again before you approve it.',
  late: 'Another moderator decided first. Their decision stands.',
  warn: 'Warning sent.',
  suspend: 'Suspended.',
  ban: 'Banned.',
  lift: 'The member can sign in again.',
  trust: 'Trusted from now on.',
  untrust: 'Contributions are reviewed again.',
  'role-member': 'Role removed.',
  'role-moderator': 'The member becomes a moderator the next time they sign in, or within an hour.',
  'role-admin': 'The member becomes an administrator the next time they sign in, or within an hour.',
  'removed-all': 'Removed.',
  resent: 'The message is sent again.',
}
const UNDONE_BY: Record<string, string> = {
  approved: 'undo',
  removed: 'undo',
  kept: 'undo',
  asked: 'undo',
  moved: 'undo',
  merged: 'undo-merge',
  warn: 'undo',
  suspend: 'undo',
  ban: 'undo',
  lift: 'undo',
  trust: 'undo',
  untrust: 'undo',
  'role-member': 'undo',
  'role-moderator': 'undo',
  'role-admin': 'undo',
  'removed-all': 'restore-all',
}

/** The result of the last form, with Undo for ten seconds. Without JavaScript it stays until the next page. */
export function UndoBar() {
  const { search, key } = useLocation()
  const [hidden, setHidden] = useState<string>()
  const query = new URLSearchParams(search)
  const did = query.get('did') ?? ''
  const log = query.get('log')
  useEffect(() => {
    if (!did) return
    const timer = setTimeout(() => setHidden(key), UNDO_MS)
    return () => clearTimeout(timer)
  }, [did, key])
  const words = Object.hasOwn(WORDS, did) ? WORDS[did] : undefined
  const isShown = words !== undefined && hidden !== key
  return (
    <div role="status" aria-live="polite" className="desk-undo">
      {isShown && (
        <div className="toast">
          <span>{words}</span>
          {log && UNDONE_BY[did] && (
            <PageForm method="post" replace>
              <input type="hidden" name="intent" value={UNDONE_BY[did]} />
              <input type="hidden" name="log" value={log} />
              <Button type="submit" variant="bare" className="toast-action" data-desk-key="u">
                Undo
              </Button>
            </PageForm>
          )}
        </div>
      )}
    </div>
  )
}
