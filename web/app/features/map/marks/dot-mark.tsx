import { dotRadius } from './mark-size.ts'
import './map-marks.css'

/**
 * A dot for places with fewer spots than the smallest ring of the view. `group` names a custom property `--g-<group>`.
 */
export function DotMark({ count, group }: { count: number; group: string }) {
  const size = 2 * dotRadius(count)
  return <span className="dot-mark" style={{ width: size, height: size, background: `var(--g-${group})` }} />
}
