import type { Viewer } from '#app/platform/viewer.ts'

/** Whether a member may fill and empty the demo: while developing everybody, in production moderators. */
export function maySeed(viewer: Pick<Viewer, 'isModerator'>, isProduction: boolean): boolean {
  return viewer.isModerator || !isProduction
}
