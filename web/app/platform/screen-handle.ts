/** A screen's settings for the layout: `export const handle: ScreenHandle = …`. */
export interface ScreenHandle {
  /** The screen fills the window below the header: no footer, and no page scroll on wide screens. */
  fillsWindow: boolean
}

export function isScreenHandle(handle: unknown): handle is ScreenHandle {
  return typeof handle === 'object' && handle !== null && 'fillsWindow' in handle
}
