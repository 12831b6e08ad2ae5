import { drawCluster, formatClusterCount } from './cluster-ring.ts'
import './map-marks.css'

/** A cluster: the number of spots, and a ring split by their groups. `group` names a custom property `--g-<group>`. */
export function ClusterMark({ count, groups }: { count: number; groups: { group: string; count: number }[] }) {
  const { sizePx, radiusPx, arcs } = drawCluster(count, groups)
  const middle = sizePx / 2
  return (
    <svg className="cluster-mark" width={sizePx} height={sizePx} viewBox={`0 0 ${sizePx} ${sizePx}`} aria-hidden="true">
      <circle className="cluster-disc" cx={middle} cy={middle} r={radiusPx} />
      {arcs.map(({ group, path }) => (
        <path key={group} className="cluster-arc" d={path} style={{ stroke: `var(--g-${group})` }} />
      ))}
      <text className="cluster-count" x={middle} y={middle + 4.6} textAnchor="middle">
        {formatClusterCount(count)}
      </text>
    </svg>
  )
}
