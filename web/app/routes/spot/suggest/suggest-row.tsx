import type { ReactNode } from 'react'
import { compareTexts } from '#app/features/history/compare-texts.ts'
import { TextDifferenceView } from '#app/features/history/text-difference.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { MomentOfDay } from '#app/ui/display/moment.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import type { LateChange } from './send-suggestion.server.ts'

/** A row with the current value and the suggested value of a field. */
export function SuggestRow({
  label,
  before,
  after,
  change,
  late,
  onUndo,
  children,
}: {
  label: string
  /** The values as texts. The row is marked when they differ. */
  before: string
  after: string
  /** Describes the change if the texts do not show it. */
  change?: ReactNode
  /** Set if someone else changed this field in the meantime. */
  late?: LateChange | undefined
  onUndo: () => void
  children: ReactNode
}) {
  const isChanged = before !== after
  return (
    <div className={classNames('suggest-row', isChanged && 'is-changed')}>
      <div className="suggest-control">{children}</div>
      <div className="suggest-change">
        {late && (
          <Notice kind="warn">
            <bdi>{late.name}</bdi> changed {label}
            {late.at && (
              <>
                {' '}
                at <MomentOfDay at={late.at} />
              </>
            )}
            . Send yours, or undo it to keep theirs.
          </Notice>
        )}
        {isChanged ? (
          <>
            <span className="sr-only">Your change of {label}:</span>
            {change ?? <TextDifferenceView difference={compareTexts(before, after)} isCompact />}
            <button type="button" className="link suggest-undo" onClick={onUndo}>
              Undo this<span className="sr-only">: {label}</span>
            </button>
          </>
        ) : (
          <p className="suggest-same">No change</p>
        )}
      </div>
    </div>
  )
}
