const PRELOAD = '<link rel="modulepreload" href="'
const MODULE = ' type="module" async="">'
const SCRIPT = '<script nonce="'
const SCRIPT_END = '</script>'
const LATER = 'text/later-module'
/** A page in a background tab never paints, so it loads its scripts after this time. */
const LONGEST_WAIT_MS = 1000
const REQUESTS_AT_ONCE = 8

/**
 * Shows the content of a page before its scripts load: scripts are most of the bytes, and the page is complete
 * without them, only not interactive. Takes the page in UTF-8, and returns it in pieces; a page without scripts is one
 * piece. Works on bytes, because turning a large page into a string and back takes longer than all of this.
 */
export function moveContentFirst(page: Buffer): Buffer[] {
  const module = page.indexOf(MODULE)
  if (module < 0) return [page]
  const start = page.lastIndexOf(SCRIPT, module)
  const end = page.indexOf(SCRIPT_END, module)
  const { pieces, urls } = removePreloads(page.subarray(0, start))
  const after = removePreloads(page.subarray(end + SCRIPT_END.length))
  const nonce = page.toString('latin1', start + SCRIPT.length, module - 1)
  const loader = `(${loadScripts})(${JSON.stringify([...urls, ...after.urls])},${JSON.stringify(LATER)},${REQUESTS_AT_ONCE},${LONGEST_WAIT_MS})`
  return [
    ...pieces,
    Buffer.from(`${SCRIPT}${nonce}" type="${LATER}">`),
    page.subarray(module + MODULE.length, end),
    Buffer.from(`${SCRIPT_END}${SCRIPT}${nonce}">${loader}${SCRIPT_END}`),
    ...after.pieces,
  ]
}

/** Returns what lies between the links that preload modules, and their URLs. */
function removePreloads(html: Buffer): { pieces: Buffer[]; urls: string[] } {
  const pieces: Buffer[] = []
  const urls: string[] = []
  let from = 0
  for (let link = html.indexOf(PRELOAD); link >= 0; link = html.indexOf(PRELOAD, from)) {
    const url = link + PRELOAD.length
    pieces.push(html.subarray(from, link))
    urls.push(html.toString('latin1', url, html.indexOf('"', url)))
    from = html.indexOf('/>', url) + 2
  }
  return { pieces: [...pieces, html.subarray(from)], urls }
}

/**
 * Runs in the browser. A frame is drawn only after the stylesheets have loaded, and the second one begins when the
 * first is on its way to the screen. Files are requested in groups, so that clicks and frames get in between.
 */
function loadScripts(urls: string[], type: string, groupSize: number, longestWaitMs: number): void {
  const waiting = document.querySelector<HTMLScriptElement>(`script[type="${type}"]`)
  const request = (from: number, script: HTMLScriptElement) => {
    const group = urls.slice(from, from + groupSize)
    const links = group.map((href) => Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    document.head.append(...links)
    if (from + groupSize < urls.length) setTimeout(request, 0, from + groupSize, script)
    else document.head.append(script)
  }
  const load = () => {
    if (!waiting || waiting.dataset.loads) return
    waiting.dataset.loads = 'true'
    const { textContent, nonce } = waiting
    request(0, Object.assign(document.createElement('script'), { type: 'module', textContent, nonce }))
  }
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(load)))
  setTimeout(load, longestWaitMs)
}
