import type { ReactNode } from 'react'
import { formatClusterCount } from './cluster-ring.ts'
import './map-marks.css'

/** Spots at one point: the sign of the best one, the same sign behind it, and their number. `sign` measures 26 px. */
export function StackMark({ count, sign }: { count: number; sign: ReactNode }) {
  return (
    <span className="stack-mark" aria-hidden="true">
      <span className="stack-mark-back">{sign}</span>
      <span className="stack-mark-front">{sign}</span>
      <span className="stack-mark-count">{formatClusterCount(count)}</span>
    </span>
  )
}
