import type { Viewer } from '#app/platform/session/viewer.ts'

/** Returns true if the member may add demo content: everyone during development, moderators in production. */
export function maySeed(viewer: Pick<Viewer, 'isModerator'>, isProduction: boolean): boolean {
  return viewer.isModerator || !isProduction
}
