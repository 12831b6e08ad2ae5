import type { CSSProperties } from 'react'
import { classNames } from '../class-names.ts'

/** Hatched paper in the size of what is coming. Give it that size by class or style. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <div className={classNames('hatch', className)} style={style} aria-hidden="true" />
}

/** Bars where lines of text are coming; widths are parts of the line from 0 to 1. */
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
