/** A measured figure and its target. */
export interface Row {
  name: string
  value: number
  unit: string
  aim?: string
}

/** Formats a figure with its significant digits. */
export function roundFigure(value: number): number {
  const digits = Math.abs(value) >= 100 ? 0 : 2
  return Number(value.toFixed(digits))
}
