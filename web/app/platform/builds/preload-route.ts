declare global {
  interface Window {
    /** Called by React Router when a navigation needs a route. See web/tools/route-preload-plugin.ts. */
    preloadRoute?: typeof preloadRoute
  }
}

/** The files of a route in the router's manifest. URLs of stylesheets may end with an empty fragment. */
interface RouteFiles {
  module: string
  imports?: string[]
  css?: string[]
}

/** The preloaded files by absolute URL. Each promise settles when its file has loaded or failed. */
const preloads = new Map<string, Promise<void>>()

/**
 * Requests all files of a route that the page does not have yet. Resolves when the stylesheets are there or have
 * failed. Never rejects: what does not load fails again, with an error, where it is used.
 */
export async function preloadRoute({ module, imports = [], css = [] }: RouteFiles): Promise<void> {
  const present = listPresentFiles()
  const listMissing = (hrefs: string[]) => hrefs.map(toFileUrl).filter((url) => !present.has(url))
  const styles = listMissing(css)
  // One change of the document: each costs a slow phone 3 ms.
  const links = document.createDocumentFragment()
  for (const url of styles) addPreload(links, { rel: 'preload', as: 'style', href: url })
  for (const url of listMissing([module, ...imports])) addPreload(links, { rel: 'modulepreload', href: url })
  document.head.append(links)
  await Promise.all(styles.map((url) => preloads.get(url)))
}

/** Adds the link of a file, unless the file was preloaded before. A file that fails can be preloaded again. */
function addPreload(links: DocumentFragment, attributes: { rel: string; as?: string; href: string }): void {
  const { href: url } = attributes
  if (preloads.has(url)) return
  const link = Object.assign(document.createElement('link'), attributes)
  const loaded = new Promise<void>((resolve) => {
    const end = () => {
      link.remove()
      resolve()
    }
    link.onload = end
    link.onerror = () => {
      preloads.delete(url)
      end()
    }
  })
  preloads.set(url, loaded)
  links.append(link)
}

/** Lets React Router request the files of a route at once. */
export function preloadRoutes(): void {
  window.preloadRoute = preloadRoute
}

function listPresentFiles(): Set<string> {
  const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet], link[rel=modulepreload]')
  return new Set(Array.from(links, ({ href }) => toFileUrl(href)))
}

function toFileUrl(href: string): string {
  const url = new URL(href, document.baseURI)
  url.hash = ''
  return url.href
}
