export type Place = readonly [x: number, y: number]

export type Attributes = Record<string, string | number>

/** Writes a number with one decimal, which is finer than any screen shows and keeps the files small. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Writes a filled path; empty for an empty path. */
export function filled(path: string, ink: string, attributes: Attributes = {}): string {
  return path && `<path d="${path}" fill="${ink}"${writeAttributes(attributes)}/>`
}

/** Writes a stroked path; empty for an empty path. */
export function stroked(path: string, ink: string, width: number, attributes: Attributes = {}): string {
  if (!path) return ''
  return `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${lineWidth(width)}"${writeAttributes(attributes)}/>`
}

/** Returns the attributes of a filled path with an outline. */
export function outline(ink: string, width: number): Attributes {
  return { stroke: ink, 'stroke-width': lineWidth(width) }
}

/** Dashes of `length` and gaps of `gap`. */
export function dashes(length: number, gap: number): Attributes {
  return { 'stroke-dasharray': `${short(length)} ${short(gap)}` }
}

export function circle(x: number, y: number, radius: number): string {
  // Exactly half the width: with a radius rounded separately, small circles become ovals.
  const r = short(radius)
  const across = short(2 * Number(r))
  return `M${short(x - Number(r))} ${short(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0Z`
}

export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`
}

export function polyline(points: readonly Place[]): string {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}`
}

export function polygon(points: readonly Place[]): string {
  return `${polyline(points)}Z`
}

/** Writes a curve through the middles of the edges; closed if it ends where it starts. */
export function smoothLine(points: readonly Place[]): string {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return ''
  let path = `M${at(first)}`
  for (let index = 1; index < points.length - 1; index++) {
    const here = points[index]
    const next = points[index + 1]
    if (here && next) path += `Q${at(here)} ${short((here[0] + next[0]) / 2)} ${short((here[1] + next[1]) / 2)}`
  }
  const closed = Math.hypot(first[0] - last[0], first[1] - last[1]) < 0.01
  return `${path}L${at(last)}${closed ? 'Z' : ''}`
}

/** Rotates about a point. */
export function turn(degrees: number, [x, y]: Place): Attributes {
  return { transform: `rotate(${short(degrees)} ${short(x)} ${short(y)})` }
}

function at([x, y]: Place): string {
  return `${short(x)} ${short(y)}`
}

function lineWidth(width: number): string {
  return String(Math.round(width * 100) / 100)
}

function writeAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
}
