import type { ServerBuild } from 'react-router'

type Route = ServerBuild['assets']['routes'][string]

/** The mark of React Router for a stylesheet that chunks also load, because its link may disappear with the screen. */
const PASSING = /#$/

/**
 * Returns the build with plain URLs of the root's stylesheets. React Router ends the URL of a stylesheet with "#" if
 * chunks need it too, so that Vite does not find the link and adds one that stays. The links of the root stay in any
 * case. Without this, each page would load those stylesheets again with its first chunk: another style and layout pass,
 * and the rules of the root after those of the screen.
 */
export function keepRootStyles(build: ServerBuild): ServerBuild {
  const { assets } = build
  const lasting = new Set(assets.routes.root?.css)
  const keep = (url: string) => (lasting.has(url) ? url.replace(PASSING, '') : url)
  const keepIn = (route: Route): Route => (route?.css ? { ...route, css: route.css.map(keep) } : route)
  const routes = Object.fromEntries(Object.entries(assets.routes).map(([id, route]) => [id, keepIn(route)]))
  return { ...build, assets: { ...assets, routes } }
}
