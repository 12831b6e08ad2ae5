import type { RouterContextProvider } from 'react-router'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { requireViewer } from '#app/platform/guard/guard.server.ts'
import type { Viewer } from '#app/platform/session/viewer.ts'

/** Returns the viewer if they moderate. For everyone else, throws a 404. */
export function requireModerator(context: Readonly<RouterContextProvider>, url: URL): Viewer {
  const viewer = requireViewer(context)
  if (!viewer.isModerator) throw pageNotFound(url)
  return viewer
}
