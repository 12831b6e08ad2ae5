import type { StaticMapLabel } from './static-map-labels.server.ts'

/** The names on a static map: towns upright with their dots, seas in spaced italics, streets along their course. */
export function StaticMapNames({ labels }: { labels: StaticMapLabel[] }) {
  return (
    <g>
      {labels.map((label) => (
        <g className="static-map-name" key={`${label.lines.join(' ')} ${label.x} ${label.y}`}>
          {label.dot && (
            <circle
              className={label.dot.solid ? 'static-map-dot is-solid' : 'static-map-dot'}
              cx={label.dot.x}
              cy={label.dot.y}
              r={label.dot.radius}
            />
          )}
          <text
            className={`static-map-${label.kind}`}
            textAnchor={label.anchor}
            fontSize={label.sizePx}
            transform={label.turn && `rotate(${label.turn.degrees} ${label.turn.x} ${label.turn.y})`}
          >
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
