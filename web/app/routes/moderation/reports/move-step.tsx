import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { ChooseOther } from '#app/features/spots/merge/choose-other.tsx'
import type { MergePage } from '#app/features/spots/merge/merge-page.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import type { ModerationRejection } from '../desk/moderation-action.server.ts'
import { TargetFields } from '../desk/reason-panel.tsx'
import { describeReported } from './reports-queue.tsx'
import type { ReportedItem } from './reports-schema.ts'

interface MoveStepProps {
  /** The spot of the reported item, those nearby and the chosen one. Null unless the moderator has opened the move. */
  move: MergePage | null
  opened: ReportedItem
  response: ModerationRejection | undefined
  children: ReactNode
}

/** Shows the move of a photo or review in place of its children, if there is one: the other spot, then the button. */
export function MoveStep({ move, opened, response, children }: MoveStepProps) {
  if (!move) return children
  const message = response?.intent === 'move' ? response.rejection.message : undefined
  return (
    <>
      <div className="desk-step">
        <SafeLink to={`?item=${opened.id}`} className="link desk-step-back" data-desk-key="k">
          <ChevronLeft size={18} aria-hidden="true" /> Back to the item
        </SafeLink>
      </div>
      <div className="desk-preview desk-merge">
        <h2 className="title text-h2">Move to another spot</h2>
        {message && <Notice kind="bad">{message}</Notice>}
        <p className="mt-1 text-ink-2" dir="auto">
          {describeReported(opened)}
        </p>
        {move.other ? <MoveForm other={move.other} opened={opened} /> : <ChooseOther page={move} name="move" />}
      </div>
    </>
  )
}

function MoveForm({ other, opened }: { other: NonNullable<MergePage['other']>; opened: ReportedItem }) {
  return (
    <PageForm method="post">
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="to" value={other.id} />
      <TargetFields target={{ kind: opened.kind, target_id: opened.target_id, item: opened.id, next: null }} />
      <p>
        It will be on{' '}
        <SafeLink className="link" to={href('/spot/:id', { id: other.id })}>
          <bdi>{other.title}</bdi>
        </SafeLink>
        . Its author and the reporters are notified.
      </p>
      <Button type="submit" variant="primary">
        Move
      </Button>
    </PageForm>
  )
}
