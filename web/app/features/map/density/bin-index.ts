interface Point {
  x: number
  y: number
}

/** A spatial index of points, with at most one point in each bin. */
export interface BinIndex {
  /** Calls `call` with the index and the squared distance of each point nearer than a radius. */
  forEachNear: (point: Point, radiusPx: number, call: (place: number, squared: number) => void) => void
}

const NONE = -1

/** Indexes points. Each square bin with sides of `binPx` must contain at most one of them. */
export function createBinIndex(points: Point[], binPx: number): BinIndex {
  const columnOf = (x: number) => Math.floor(x / binPx)
  const extent = points.reduce(
    (all, { x, y }) => ({
      left: Math.min(all.left, columnOf(x)),
      right: Math.max(all.right, columnOf(x)),
      top: Math.min(all.top, columnOf(y)),
      bottom: Math.max(all.bottom, columnOf(y)),
    }),
    { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity },
  )
  const width = extent.right - extent.left + 1
  const height = extent.bottom - extent.top + 1
  const places = new Int32Array(points.length > 0 ? width * height : 0).fill(NONE)
  points.forEach(({ x, y }, place) => {
    places[(columnOf(y) - extent.top) * width + columnOf(x) - extent.left] = place
  })
  return {
    forEachNear({ x, y }, radiusPx, call) {
      const firstColumn = Math.max(0, columnOf(x - radiusPx) - extent.left)
      const lastColumn = Math.min(width - 1, columnOf(x + radiusPx) - extent.left)
      const firstRow = Math.max(0, columnOf(y - radiusPx) - extent.top)
      const lastRow = Math.min(height - 1, columnOf(y + radiusPx) - extent.top)
      const limit = radiusPx ** 2
      for (let row = firstRow; row <= lastRow; row++) {
        for (let column = firstColumn; column <= lastColumn; column++) {
          const place = places[row * width + column] ?? NONE
          // Reading an array at index −1 is slow.
          const point = place === NONE ? undefined : points[place]
          if (!point) continue
          const squared = (point.x - x) ** 2 + (point.y - y) ** 2
          if (squared < limit) call(place, squared)
        }
      }
    },
  }
}
