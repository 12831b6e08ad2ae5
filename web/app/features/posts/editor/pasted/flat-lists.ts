/** A list item of HTML without nested lists: its level counts from 1. */
interface FlatItem {
  level: number
  isOrdered: boolean
  start: number
  content: Node[]
}

const WORD_ITEM = 'p[style*="mso-list"]'
/** Word for the web puts every item in its own list. */
const WEB_WRAPPER = '.ListContainerWrapper'

/** Turns Word's paragraphs that look like list items into nested lists. */
export function joinFlatLists(body: HTMLElement): void {
  for (const first of body.querySelectorAll(`${WORD_ITEM}, ${WEB_WRAPPER}`)) {
    if (!first.isConnected) continue
    const run = listRun(first)
    const items = run.flatMap((element) =>
      element.matches('p') ? (readWordItem(element) ?? []) : readWebItems(element),
    )
    if (items.length === 0) continue
    first.before(...buildLists(body.ownerDocument, items))
    for (const element of run) element.remove()
  }
}

/** Returns the list items that follow each other without another block between them. */
function listRun(first: Element): Element[] {
  const kind = first.matches(WEB_WRAPPER) ? WEB_WRAPPER : WORD_ITEM
  const run: Element[] = []
  for (let next: Element | null = first; next?.matches(kind); next = next.nextElementSibling) run.push(next)
  return run
}

/** Reads `style="mso-list:l0 level2 lfo1"`. The number or bullet is text that Word marks as ignorable. */
function readWordItem(paragraph: Element): FlatItem | undefined {
  const level = /mso-list:[^;]*\blevel(\d)/.exec(paragraph.getAttribute('style') ?? '')?.[1]
  if (level === undefined) return undefined
  const marker = paragraph.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]')
  const sign = marker?.textContent?.trim() ?? ''
  const start = Number.parseInt(sign, 10)
  marker?.remove()
  return {
    level: Number(level),
    isOrdered: /^\(?[\p{L}\p{N}]{1,5}[.)]/u.test(sign),
    start: Number.isNaN(start) ? 1 : start,
    content: [...paragraph.childNodes],
  }
}

function readWebItems(wrapper: Element): FlatItem[] {
  return [...wrapper.querySelectorAll('li')].map((item) => ({
    level: Number(item.getAttribute('data-aria-level') ?? item.getAttribute('aria-level') ?? 1) || 1,
    isOrdered: item.parentElement?.matches('ol') ?? false,
    start: Number(item.parentElement?.getAttribute('start') ?? 1) || 1,
    content: [...item.childNodes],
  }))
}

function buildLists(document: Document, items: readonly FlatItem[]): Element[] {
  const roots: Element[] = []
  const open: { level: number; list: Element }[] = []
  for (const { level, isOrdered, start, content } of items) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    const name = isOrdered ? 'ol' : 'ul'
    if (open.at(-1)?.level === level && !open.at(-1)?.list.matches(name)) open.pop()
    if (open.at(-1)?.level !== level) {
      const list = document.createElement(name)
      if (isOrdered && start !== 1) list.setAttribute('start', String(start))
      const parent = open.at(-1)?.list.lastElementChild
      if (parent) parent.append(list)
      else roots.push(list)
      open.push({ level, list })
    }
    const item = document.createElement('li')
    item.append(...content)
    open.at(-1)?.list.append(item)
  }
  return roots
}
