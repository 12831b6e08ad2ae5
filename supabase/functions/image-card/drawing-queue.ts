import type { Drawing } from './draw-card.ts'

/** Drawing keeps the thread busy for some 200 ms, so cards are drawn one at a time. */
const MAX_WAITING = 20
const MAX_CACHED = 20

/** Thrown when too many cards wait to be drawn. */
export class QueueFullError extends Error {}

/**
 * Returns a function that draws one card at a time and caches the latest by key. Requests for the same card share one
 * drawing. Failed and incomplete drawings are not cached. Throws {@link QueueFullError}.
 */
export function createDrawingQueue() {
  const cached = new Map<string, Promise<Drawing>>()
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const enqueue = (draw: () => Promise<Drawing>) => {
    if (waiting >= MAX_WAITING) throw new QueueFullError('Too many cards at once.')
    waiting += 1
    const drawing = last.then(draw).finally(() => {
      waiting -= 1
    })
    last = drawing.catch(() => {})
    return drawing
  }
  return async (key: string, draw: () => Promise<Drawing>): Promise<Drawing> => {
    const found = cached.get(key)
    if (found !== undefined) return found
    const drawing = enqueue(draw)
    cached.set(key, drawing)
    const forget = () => cached.delete(key)
    drawing.then(({ isComplete }) => isComplete || forget(), forget)
    for (const oldest of cached.keys()) if (cached.size > MAX_CACHED) cached.delete(oldest)
    return drawing
  }
}
