import type { PlateLabel } from './plate-labels.server.ts'

/** The names of a static plate: towns upright with their dots, seas spaced and in italics. */
export function PlateNames({ labels }: { labels: PlateLabel[] }) {
  return (
    <g>
      {labels.map((label) => (
        <g className="plate-name" key={`${label.lines.join(' ')} ${label.x} ${label.y}`}>
          {label.dot && (
            <circle
              className={label.dot.solid ? 'plate-dot is-solid' : 'plate-dot'}
              cx={label.dot.x}
              cy={label.dot.y}
              r={label.dot.radius}
            />
          )}
          <text className={`plate-${label.kind}`} textAnchor={label.anchor} fontSize={label.sizePx}>
            {label.lines.map((line, index) => (
              <tspan key={line} x={label.x} y={label.y + index * label.sizePx * 1.2}>
                {line}
              </tspan>
            ))}
          </text>
        </g>
      ))}
    </g>
  )
}
