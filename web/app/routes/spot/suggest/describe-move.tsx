import type { ReactNode } from 'react'
import { describeWay } from '#app/lib/geo/bearing.ts'
import { parsePosition } from '#app/lib/geo/parse-position.ts'

/** Says how far and in which direction a position moved, unless one of the texts is no position. */
export function describeMove(before: string, after: string, place: string | undefined): ReactNode {
  const [from, to] = [parsePosition(before), parsePosition(after)]
  if (from.kind !== 'point' || to.kind !== 'point') return undefined
  return (
    <p>
      Moved <ins className="difference-added">{describeWay(from.point, to.point).short}</ins>
      {place && <span dir="auto"> in {place}</span>}
    </p>
  )
}
