/** What a screen tells the layout around it: `export const handle: ScreenHandle = …`. */
export interface ScreenHandle {
  /** The screen takes the whole window below the header: no footer, no page scroll on wide screens. */
  fillsWindow: boolean
}

export function isScreenHandle(handle: unknown): handle is ScreenHandle {
  return typeof handle === 'object' && handle !== null && 'fillsWindow' in handle
}
