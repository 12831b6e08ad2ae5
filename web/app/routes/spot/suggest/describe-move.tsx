import type { ReactNode } from 'react'
import { describeWay } from '#app/lib/geo/bearing.ts'
import { parsePosition } from '#app/lib/geo/parse-position.ts'

/**
 * Describes the distance and direction between two positions. Renders nothing if one of the texts is not a position.
 */
export function describeMove(before: string, after: string, place: string | undefined): ReactNode {
  const [from, to] = [parsePosition(before), parsePosition(after)]
  if (from.kind !== 'point' || to.kind !== 'point') return undefined
  const way = describeWay(from.point, to.point)
  return (
    <p>
      Moved <ins className="difference-added">{way.degrees === null ? 'less than a metre' : way.short}</ins>
      {place && <span dir="auto"> in {place}</span>}
    </p>
  )
}
