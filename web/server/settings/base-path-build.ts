import type { ServerBuild } from 'react-router'
import { type AppConfig, assetUrl } from '#app/platform/config/app-config.ts'

type Manifest = ServerBuild['assets']
type ManifestRoute = NonNullable<Manifest['routes'][string]>

/** The prefix of the URLs that the build writes for its files. */
const BUILT_PREFIX = /^\/assets\//

/**
 * Returns the build adapted to its base path and asset origin. Its files import each other by relative URLs
 * (vite.config.ts), so only the manifest is rewritten.
 */
export function applyBasePath(build: ServerBuild, config: AppConfig): ServerBuild {
  return {
    ...build,
    basename: config.baseUrl,
    publicPath: config.cdnUrl || config.baseUrl,
    assets: placeManifest(build.assets, config),
    routeDiscovery: build.routeDiscovery,
  }
}

function placeManifest(manifest: Manifest, config: AppConfig): Manifest {
  const place = (url: string) => (BUILT_PREFIX.test(url) ? assetUrl(url.replace(BUILT_PREFIX, ''), config) : url)
  const placeMaybe = (url: string | undefined) => (url === undefined ? undefined : place(url))
  const placeRoute = (route: ManifestRoute): ManifestRoute => ({
    ...route,
    module: place(route.module),
    clientActionModule: placeMaybe(route.clientActionModule),
    clientLoaderModule: placeMaybe(route.clientLoaderModule),
    clientMiddlewareModule: placeMaybe(route.clientMiddlewareModule),
    hydrateFallbackModule: placeMaybe(route.hydrateFallbackModule),
    ...(route.imports && { imports: route.imports.map(place) }),
    ...(route.css && { css: route.css.map(place) }),
  })
  return {
    ...manifest,
    url: place(manifest.url),
    entry: { module: place(manifest.entry.module), imports: manifest.entry.imports.map(place) },
    routes: Object.fromEntries(Object.entries(manifest.routes).map(([id, route]) => [id, route && placeRoute(route)])),
  }
}
