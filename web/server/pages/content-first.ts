const MODULE_PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g
const MODULE_SCRIPT = /<script nonce="([^"]+)" type="module" async="">([\s\S]*?)<\/script>/
const LATER = 'text/later-module'
/** A page in a background tab never paints, so it loads its scripts after this time. */
const LONGEST_WAIT_MS = 1000

/**
 * Shows the content of a page before its scripts load: scripts are most of the bytes, and the page is complete
 * without them, only not interactive. Returns a page without scripts unchanged. `html` may be decoded as Latin-1, since
 * everything that is searched and inserted is ASCII.
 */
export function putContentFirst(html: string): string {
  const urls: string[] = []
  const rest = html.replaceAll(MODULE_PRELOAD, (_whole, url: string) => {
    urls.push(url)
    return ''
  })
  const found = MODULE_SCRIPT.exec(rest)
  if (!found) return html
  const [whole, nonce = '', code = ''] = found
  const loader = `(${loadScripts})(${JSON.stringify(urls)},${JSON.stringify(LATER)},${LONGEST_WAIT_MS})`
  const later = `<script nonce="${nonce}" type="${LATER}">${code}</script><script nonce="${nonce}">${loader}</script>`
  return rest.slice(0, found.index) + later + rest.slice(found.index + whole.length)
}

/**
 * Runs in the browser. A frame is drawn only after the style sheets have loaded, so a timer set in a frame fires
 * after the first paint.
 */
function loadScripts(urls: string[], type: string, longestWaitMs: number): void {
  const waiting = document.querySelector<HTMLScriptElement>(`script[type="${type}"]`)
  const load = () => {
    if (!waiting || waiting.dataset.loads) return
    waiting.dataset.loads = 'true'
    for (const href of urls)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    const { textContent, nonce } = waiting
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', textContent, nonce }))
  }
  requestAnimationFrame(() => setTimeout(load))
  setTimeout(load, longestWaitMs)
}
