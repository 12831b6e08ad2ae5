/**
 * The site's base path, asset origin and asset folder. They are settings of the running server, so one build works at
 * every URL; the page carries them to the browser.
 */
export interface AppConfig {
  /** The base path of the site, with a slash at both ends: `/` or `/spots/`. */
  baseUrl: string
  /** The origin that serves the build's files, with a trailing slash. Empty when the site serves them itself. */
  cdnUrl: string
  /** The folder of scripts, styles and fonts, relative to `cdnUrl` or `baseUrl`: `assets/`. */
  assetsDirectory: string
}

/** The configuration of a site at the root of its host. */
export const DEFAULT_APP_CONFIG: AppConfig = { baseUrl: '/', cdnUrl: '', assetsDirectory: 'assets/' }

let config: AppConfig | undefined

/** Returns the configuration of this process, or of the page in a browser. */
export function getAppConfig(): AppConfig {
  config ??= typeof document === 'undefined' ? DEFAULT_APP_CONFIG : readFromPage(document.documentElement.dataset)
  return config
}

/** Sets the configuration of this process. The server calls it once, before the first request. */
export function setAppConfig(value: AppConfig): void {
  config = value
}

/**
 * Returns the attributes of the root element that carry the configuration to the browser. Default values are left out.
 */
export function toConfigAttributes({ baseUrl, cdnUrl, assetsDirectory }: AppConfig) {
  return {
    'data-base': baseUrl === DEFAULT_APP_CONFIG.baseUrl ? undefined : baseUrl,
    'data-cdn': cdnUrl || undefined,
    'data-assets': assetsDirectory === DEFAULT_APP_CONFIG.assetsDirectory ? undefined : assetsDirectory,
  }
}

function readFromPage({ base, cdn, assets }: DOMStringMap): AppConfig {
  return {
    baseUrl: base ?? DEFAULT_APP_CONFIG.baseUrl,
    cdnUrl: cdn ?? DEFAULT_APP_CONFIG.cdnUrl,
    assetsDirectory: assets ?? DEFAULT_APP_CONFIG.assetsDirectory,
  }
}

/** Returns the base path of a public URL: `/spots/` for `https://example.org/spots`. */
export function toBaseUrl(siteUrl: string): string {
  return `${new URL(siteUrl).pathname.replace(/\/+$/, '')}/`
}

/**
 * Returns the full path of a path within the site, for everything that the router does not handle: images, calls, plain
 * links, headers. The result never begins with two slashes, which would name a host.
 */
export function withBase(path: string, { baseUrl } = getAppConfig()): string {
  return baseUrl + path.replace(/^[/\\]+/, '')
}

/**
 * Returns the path within the site: `/explore` for `/spots/explore`. A path outside the base is returned unchanged,
 * so that it matches no page rule accidentally.
 */
export function withoutBase(pathname: string, { baseUrl } = getAppConfig()): string {
  return pathname.startsWith(baseUrl) ? `/${pathname.slice(baseUrl.length)}` : pathname
}

/** Returns the URL of a file in the build's asset folder. */
export function assetUrl(file: string, { baseUrl, cdnUrl, assetsDirectory } = getAppConfig()): string {
  return `${cdnUrl || baseUrl}${assetsDirectory}${file}`
}

/**
 * Returns the site's own URL of a build file that may also be served by another origin. Browsers reject workers from
 * other origins, and a worker that starts here and imports one is subject to the page's CSP.
 */
export function ownAssetUrl(url: string, { baseUrl, cdnUrl, assetsDirectory } = getAppConfig()): string {
  return cdnUrl && url.startsWith(cdnUrl) ? baseUrl + assetsDirectory + url.slice(url.lastIndexOf('/') + 1) : url
}

/** Returns the URL of a static file beside the build, such as a tile of the base map. */
export function publicFileUrl(path: string, { baseUrl, cdnUrl } = getAppConfig()): string {
  return (cdnUrl || baseUrl) + path.replace(/^\//, '')
}
