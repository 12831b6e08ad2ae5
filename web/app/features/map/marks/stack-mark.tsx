import type { ReactNode } from 'react'
import { formatClusterCount } from './cluster-ring.ts'
import './map-marks.css'

/** Spots at one point: the icon of the best one on top of a copy, and their number. `icon` is the icon, 26 px wide. */
export function StackMark({ count, icon }: { count: number; icon: ReactNode }) {
  return (
    <span className="stack-mark" aria-hidden="true">
      <span className="stack-mark-back">{icon}</span>
      <span className="stack-mark-front">{icon}</span>
      <span className="stack-mark-count">{formatClusterCount(count)}</span>
    </span>
  )
}
