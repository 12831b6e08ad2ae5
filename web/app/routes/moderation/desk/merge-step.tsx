import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ReactNode } from 'react'
import { ChooseOther } from '#app/features/spots/merge/choose-other.tsx'
import { MergeForm } from '#app/features/spots/merge/merge-form.tsx'
import type { MergePage } from '#app/features/spots/merge/merge-page.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import type { ModerationRejection } from './moderation-action.server.ts'

/**
 * Shows a merge in place of its children, if there is one: the choice of the other spot, then the fields to keep of
 * both.
 */
export function MergeStep({
  page,
  back,
  next,
  response,
  children,
}: {
  page: MergePage | null
  /** The URL of the item, with its query. */
  back: string
  next: number | null
  response: ModerationRejection | undefined
  children: ReactNode
}) {
  if (!page) return children
  const message = response?.intent === 'merge' ? (response.rejection.message ?? 'Choose which spot stays.') : undefined
  return (
    <>
      <div className="desk-step">
        <SafeLink to={back} className="link desk-step-back" data-desk-key="k">
          <ChevronLeft size={18} aria-hidden="true" /> Back to the item
        </SafeLink>
      </div>
      <div className="desk-preview desk-merge">
        <h2 className="title text-h2">Merge two spots</h2>
        {message && <Notice kind="bad">{message}</Notice>}
        {page.other ? (
          <MergeForm key={page.other.id} spot={page.spot} other={page.other}>
            <input type="hidden" name="intent" value="merge" />
            <input type="hidden" name="spot" value={page.spot.id} />
            <input type="hidden" name="next" value={next ?? ''} />
          </MergeForm>
        ) : (
          <ChooseOther page={page} name="merge" />
        )}
      </div>
    </>
  )
}
