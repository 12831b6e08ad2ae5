/** Shorter steps of a line are invisible, but would double the size of the file. */
const MIN_STEP_TENTHS = 8

/** Path data in tenths of a pixel, each point relative to the last; points that barely bend the line are omitted. */
export function writePath(points: [x: number, y: number][]): string {
  let [lastX, lastY] = [0, 0]
  return points
    .map(([x, y], index) => {
      const [tenthsX, tenthsY] = [Math.round(x * 10), Math.round(y * 10)]
      const [dx, dy] = [tenthsX - lastX, tenthsY - lastY]
      const isEnd = index === 0 || index === points.length - 1
      if (!isEnd && Math.abs(dx) + Math.abs(dy) < MIN_STEP_TENTHS) return ''
      lastX = tenthsX
      lastY = tenthsY
      return `${index === 0 ? 'M' : 'l'}${dx / 10}${dy < 0 ? '' : ' '}${dy / 10}`
    })
    .join('')
}
