import type { ReactNode } from 'react'
import { formatClusterCount } from './cluster-ring.ts'
import './map-marks.css'

/** Spots at one point: the icon of the best one on top of a copy, and their number. `sign` is the icon, 26 px wide. */
export function StackMark({ count, sign }: { count: number; sign: ReactNode }) {
  return (
    <span className="stack-mark" aria-hidden="true">
      <span className="stack-mark-back">{sign}</span>
      <span className="stack-mark-front">{sign}</span>
      <span className="stack-mark-count">{formatClusterCount(count)}</span>
    </span>
  )
}
