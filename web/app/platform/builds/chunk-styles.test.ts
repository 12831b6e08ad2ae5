import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

interface Link {
  href: string
  /** Null until the file has loaded. */
  sheet: object | null
}

type Change = { removedNodes: Link[]; previousSibling: (Link & { isConnected: boolean }) | null }

/** A page with stylesheets, and the function that inserts those of chunks. */
async function openPage(hrefs: string[], { sheet = {} }: { sheet?: object | null } = {}) {
  const head: Link[] = []
  const observers = new Set<(changes: Change[]) => void>()
  const create = (href: string, loaded: object | null): Link => {
    const link = {
      href,
      sheet: loaded,
      after: (next: Link) => head.splice(head.indexOf(link) + 1, 0, next),
      get isConnected() {
        return head.includes(link)
      },
      get nextSibling() {
        return head[head.indexOf(link) + 1] ?? null
      },
    }
    return link
  }
  head.push(...hrefs.map((href) => create(href, sheet)))
  const document = {
    head: {
      querySelectorAll: () => head,
      append: (link: Link) => head.push(link),
      insertBefore: (link: Link, next: Link | null) => head.splice(next ? head.indexOf(next) : head.length, 0, link),
    },
  }
  class MutationObserver {
    readonly #notice: (changes: Change[]) => void
    constructor(notice: (changes: Change[]) => void) {
      this.#notice = notice
    }
    observe() {
      observers.add(this.#notice)
    }
    disconnect() {
      observers.delete(this.#notice)
    }
  }
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', document)
  vi.stubGlobal('MutationObserver', MutationObserver)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { shareScreenStyles } = await import('./chunk-styles.ts')
  shareScreenStyles()
  /** Changes the screen, which removes links and adds others at the end. */
  const changeScreen = (removed: string[], added: string[] = []) => {
    const changes = removed.map((href): Change => {
      const index = head.findIndex((it) => it.href === href)
      const previousSibling = (head[index - 1] as Change['previousSibling'] | undefined) ?? null
      return { removedNodes: head.splice(index, 1), previousSibling }
    })
    head.push(...added.map((href) => create(href, {})))
    for (const notice of [...observers]) notice(changes)
  }
  const insert = (href: string) => window.insertChunkStyle?.(create(href, null) as HTMLLinkElement)
  return { insert, changeScreen, list: () => head.map(({ href }) => href) }
}

test('inserts styles that the screen lacks at the end, and waits for them', async () => {
  const { insert, list } = await openPage(['/screen.css'])
  expect(insert('/dialog.css')).toBe(false)
  expect(list()).toEqual(['/screen.css', '/dialog.css'])
})

test('inserts no copy of styles that the screen has, until the screen changes', async () => {
  const { insert, list, changeScreen } = await openPage(['/start.css', '/dialog.css#', '/screen.css'])
  expect([insert('/dialog.css'), insert('/dialog.css')]).toEqual([true, true])
  expect(list()).toEqual(['/start.css', '/dialog.css#', '/screen.css'])
  changeScreen(['/screen.css'], ['/other.css'])
  expect(list()).toEqual(['/start.css', '/dialog.css#', '/other.css'])
  changeScreen(['/dialog.css#'])
  expect(list()).toEqual(['/start.css', '/dialog.css', '/other.css'])
})

test('keeps waiting if the next screen has the styles too', async () => {
  const { insert, list, changeScreen } = await openPage(['/start.css', '/dialog.css#'])
  insert('/dialog.css')
  changeScreen(['/dialog.css#'], ['/other.css', '/dialog.css#'])
  expect(list()).toEqual(['/start.css', '/other.css', '/dialog.css#'])
  changeScreen(['/dialog.css#'])
  expect(list()).toEqual(['/start.css', '/other.css', '/dialog.css'])
})

test('puts styles at the end if their neighbour was removed with them', async () => {
  const { insert, list, changeScreen } = await openPage(['/screen.css', '/dialog.css#', '/last.css'])
  insert('/dialog.css')
  changeScreen(['/dialog.css#', '/screen.css'])
  expect(list()).toEqual(['/last.css', '/dialog.css'])
})

test('inserts a copy beside the same styles while these are loading', async () => {
  const { insert, list } = await openPage(['/dialog.css#', '/screen.css'], { sheet: null })
  expect(insert('/dialog.css')).toBe(false)
  expect(list()).toEqual(['/dialog.css#', '/dialog.css', '/screen.css'])
})
