import type { CSSProperties } from 'react'
import { classNames } from '../class-names.ts'

/** A hatched placeholder for content that is loading. Set its size by class or style. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <div className={classNames('hatch', className)} style={style} aria-hidden="true" />
}

/** Placeholder lines of text. Widths are fractions of the line from 0 to 1. */
export function SkeletonText({ widths }: { widths: readonly number[] }) {
  return (
    <div aria-hidden="true">
      {widths.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity and never move.
        <span key={index} className="skeleton-text" style={{ width: `${width * 100}%` }} />
      ))}
    </div>
  )
}
