import ChevronLeft from 'lucide-react/icons/chevron-left'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { DeskNotices } from '../desk/desk-notices.tsx'
import { DecisionBar, QUEUE } from './decision-bar.tsx'
import { PreviewArticle, type PreviewProps } from './preview-article.tsx'

/** An item with everything needed for the decision, and the bar with the possible decisions. */
export function OpenedPreview(props: PreviewProps) {
  const { page, opened, now, response } = props
  return (
    <>
      <div className="desk-step">
        <SafeLink to={QUEUE} className="desk-back">
          <ChevronLeft size={18} aria-hidden="true" /> Queue
        </SafeLink>
        {!opened.decided && (
          <span>
            {formatNumber(page.position)} of {formatNumber(page.counts.waiting)}
          </span>
        )}
        <StepLink to={page.previous} deskKey="k" label="Previous" />
        <StepLink to={page.next} deskKey="j" label="Next" />
      </div>
      <div className="desk-preview">
        <DeskNotices decided={opened.decided} openings={opened.openings} now={now} />
        {response?.rejection.message && <Notice kind="bad">{response.rejection.message}</Notice>}
        {opened.preview ? (
          <PreviewArticle {...props} />
        ) : (
          <Notice kind="warn">This was deleted or made private.</Notice>
        )}
      </div>
      {opened.preview && !opened.decided && <DecisionBar {...props} />}
    </>
  )
}

/** A link to another item. Loaded at intent and no earlier, because other moderators see that it was opened. */
function StepLink({ to, deskKey, label }: { to: number | null; deskKey: string; label: string }) {
  if (to === null) return null
  return (
    <SafeLink to={`${QUEUE}?item=${to}`} data-desk-key={deskKey} className="link" prefetch="intent">
      {label}
    </SafeLink>
  )
}
