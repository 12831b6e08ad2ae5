/**
 * Where the site and its files live. One build serves every place: these are settings of the running server, which the page
 * carries on to the browser.
 */
export interface AppConfig {
  /** The path that every address of the site begins with, with a slash at both ends: `/`, or `/spots/`. */
  baseUrl: string
  /** The origin that serves the files of the build, with a slash at its end; empty when the site does it itself. */
  cdnUrl: string
  /** The folder of scripts, styles and fonts below `cdnUrl` or `baseUrl`: `assets/`. */
  assetsDirectory: string
}

/** The config of a site at the root of its host. */
export const DEFAULT_APP_CONFIG: AppConfig = { baseUrl: '/', cdnUrl: '', assetsDirectory: 'assets/' }

let config: AppConfig | undefined

/** The config of this process, or of the page in a browser. */
export function getAppConfig(): AppConfig {
  config ??= typeof document === 'undefined' ? DEFAULT_APP_CONFIG : readFromPage(document.documentElement.dataset)
  return config
}

/** Sets the config of this process. The server does it once, before the first request. */
export function setAppConfig(value: AppConfig): void {
  config = value
}

/** The attributes of the document's root element that carry the config to the browser; what is as always needs none. */
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

/** The base of a site by its public address: `/spots/` of `https://example.org/spots`. */
export function toBaseUrl(siteUrl: string): string {
  return `${new URL(siteUrl).pathname.replace(/\/+$/, '')}/`
}

/**
 * The address of a path of the site, for whatever the router does not see to: pictures, calls, plain links, headers. Always a path: two
 * slashes at the beginning would name a host.
 */
export function withBase(path: string, { baseUrl } = getAppConfig()): string {
  return baseUrl + path.replace(/^[/\\]+/, '')
}

/**
 * The path of the site that an address names: `/explore` of `/spots/explore`. A path outside the base comes back as it is, so that
 * no rule for pages mistakes it for one that it knows.
 */
export function withoutBase(pathname: string, { baseUrl } = getAppConfig()): string {
  return pathname.startsWith(baseUrl) ? `/${pathname.slice(baseUrl.length)}` : pathname
}

/** The address of a file of the build's folder of scripts, styles and fonts. */
export function assetUrl(file: string, { baseUrl, cdnUrl, assetsDirectory } = getAppConfig()): string {
  return `${cdnUrl || baseUrl}${assetsDirectory}${file}`
}

/**
 * Where the site itself serves a file of the build that may come from another origin: browsers refuse workers of other origins, and
 * a worker that starts here and loads one falls under the policy of the page.
 */
export function ownAssetUrl(url: string, { baseUrl, cdnUrl, assetsDirectory } = getAppConfig()): string {
  return cdnUrl && url.startsWith(cdnUrl) ? baseUrl + assetsDirectory + url.slice(url.lastIndexOf('/') + 1) : url
}

/** The address of a file that lies beside the build as it is, such as a tile of the base map. */
export function publicFileUrl(path: string, { baseUrl, cdnUrl } = getAppConfig()): string {
  return (cdnUrl || baseUrl) + path.replace(/^\//, '')
}
