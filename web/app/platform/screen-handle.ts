/** A screen's settings for the layout: `export const handle: ScreenHandle = …`. */
export interface ScreenHandle {
  /** The screen fills the window below the header: no footer, and no page scroll on wide screens. */
  fillsWindow: boolean
  /**
   * A class for everything around the screen. Rules that find the screen by `:has()` instead make a browser compute the
   * styles of the whole page again after each new element, such as a mark on the map.
   */
  frameClass?: string
}

export function isScreenHandle(handle: unknown): handle is ScreenHandle {
  return typeof handle === 'object' && handle !== null && 'fillsWindow' in handle
}
