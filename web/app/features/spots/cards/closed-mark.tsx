import type { SpotSummary } from '../spot-summary.ts'
import './closed-mark.css'

/** The mark of a spot that is closed for good. Nothing for other spots. */
export function ClosedMark({ spot }: { spot: Pick<SpotSummary, 'status'> }) {
  return spot.status === 'closed' && <b className="closed-mark">Closed</b>
}
