/** Values on a square grid. The value of column c and row r belongs to the point (left + c·cell, top + r·cell). */
export interface ScalarField {
  values: Float64Array
  columns: number
  rows: number
  /** Distance between two samples, in the unit of the drawing. */
  cell: number
  left: number
  top: number
}

/** Samples a function over a rectangle that starts at the origin, about every `cell` units, including both edges. */
export function sampleField(
  width: number,
  height: number,
  cell: number,
  valueAt: (x: number, y: number) => number,
): ScalarField {
  const columns = Math.ceil(width / cell) + 1
  const rows = Math.ceil(height / cell) + 1
  const values = new Float64Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) values[row * columns + column] = valueAt(column * cell, row * cell)
  }
  return { values, columns, rows, cell, left: 0, top: 0 }
}

/** Returns the field with a border of low values, so that every contour closes into a ring. */
export function padField(field: ScalarField, low = Number.NEGATIVE_INFINITY): ScalarField {
  const columns = field.columns + 2
  const rows = field.rows + 2
  const values = new Float64Array(columns * rows).fill(Number.isFinite(low) ? low : findLowest(field) - 1)
  for (let row = 0; row < field.rows; row++) {
    const line = field.values.subarray(row * field.columns, (row + 1) * field.columns)
    values.set(line, (row + 1) * columns + 1)
  }
  return { values, columns, rows, cell: field.cell, left: field.left - field.cell, top: field.top - field.cell }
}

/** Returns the highest value, or 0 for an empty field. */
export function findHighest({ values }: ScalarField): number {
  return values.reduce((highest, value) => Math.max(highest, value), values[0] ?? 0)
}

function findLowest({ values }: ScalarField): number {
  return values.reduce((lowest, value) => Math.min(lowest, value), values[0] ?? 0)
}
