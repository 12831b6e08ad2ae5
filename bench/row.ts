/** One measured figure. `aim` is what we hold ourselves to. */
export interface Row {
  name: string
  value: number
  unit: string
  aim?: string
}

/** A figure with the digits that mean something. */
export function roundFigure(value: number): number {
  const digits = Math.abs(value) >= 100 ? 0 : 2
  return Number(value.toFixed(digits))
}
