import type { ServerBuild } from 'react-router'
import { type AppConfig, assetUrl } from '#app/platform/app-config.ts'

type Manifest = ServerBuild['assets']
type ManifestRoute = NonNullable<Manifest['routes'][string]>

/** How the build itself writes the addresses of its files. */
const BUILT_PREFIX = /^\/assets\//

/**
 * The build, at the place where it runs: below the base, with its files where the config says. Files of the build name each other
 * by relative addresses (vite.config.ts), so that the manifest is all there is to rewrite.
 */
export function placeBuild(build: ServerBuild, config: AppConfig): ServerBuild {
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
