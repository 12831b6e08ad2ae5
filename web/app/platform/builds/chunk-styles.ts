declare global {
  interface Window {
    /** Called for each stylesheet of a chunk that the app imports. See web/tools/style-order-plugin.ts. */
    insertChunkStyle?: typeof insertChunkStyle
  }
}

/** The URLs of stylesheets that wait for the end of a screen that has them. */
const waiting = new Set<string>()

/**
 * Inserts the stylesheet of a chunk. If the screen already has a link to it, the new one is inserted when the router
 * removes that link: two copies would lay out the whole page again and change nothing. Returns true if the styles apply
 * already, so that nothing will load.
 */
function insertChunkStyle(link: HTMLLinkElement): boolean {
  const shown = findOfScreen(link)
  if (!shown) document.head.append(link)
  else if (!shown.sheet) shown.after(link)
  else if (!waiting.has(link.href)) takePlaceLater(shown, link)
  return Boolean(shown?.sheet)
}

/** Lets chunks share the stylesheets of screens. */
export function shareScreenStyles(): void {
  window.insertChunkStyle = insertChunkStyle
}

/** The link of the same file among those of the screen, which the router marks with an empty fragment. */
function findOfScreen({ href }: HTMLLinkElement): HTMLLinkElement | undefined {
  const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  return Array.from(links).find((it) => it.href === `${href}#`)
}

function takePlaceLater(shown: HTMLLinkElement, link: HTMLLinkElement): void {
  waiting.add(link.href)
  const observer = new MutationObserver((changes) => {
    if (shown.isConnected) return
    observer.disconnect()
    waiting.delete(link.href)
    const next = findOfScreen(link)
    if (next) return takePlaceLater(next, link)
    const before = changes.find(({ removedNodes }) => Array.from(removedNodes).includes(shown))?.previousSibling
    if (before?.isConnected) document.head.insertBefore(link, before.nextSibling)
    else document.head.append(link)
  })
  observer.observe(document.head, { childList: true })
}
