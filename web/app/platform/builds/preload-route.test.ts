import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

interface Link {
  rel: string
  href: string
  as?: string
  onload?: () => void
  onerror?: () => void
  remove: () => void
}

beforeEach(() => vi.resetModules())

/** A page whose head has the given stylesheets and modules, and the changes of its head. */
async function openPage(present: string[]) {
  const head: Link[] = present.map((href) => ({ rel: 'stylesheet', href, remove: () => undefined }))
  const changes: Link[][] = []
  vi.stubGlobal('document', {
    baseURI: 'https://own.example/explore?q=x',
    createElement: (): Partial<Link> => ({
      remove() {
        head.splice(head.indexOf(this as Link), 1)
      },
    }),
    createDocumentFragment: () => {
      const links: Link[] = []
      return { links, append: (link: Link) => links.push(link) }
    },
    head: {
      querySelectorAll: () => head,
      append: ({ links }: { links: Link[] }) => {
        head.push(...links)
        changes.push(links)
      },
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { preloadRoute } = await import('./preload-route.ts')
  const settle = (href: string, event: 'onload' | 'onerror' = 'onload') =>
    head.find((it) => it.href === toUrl(href))?.[event]?.()
  return { preloadRoute, head, changes, settle }
}

const toUrl = (path: string) => `https://own.example${path}`
const requests = (links: Link[] = []) => links.map(({ rel, href, as }) => [rel, href, as].filter(Boolean).join(' '))

const SPOT = { module: '/assets/spot-1.js', imports: ['/assets/card-1.js'], css: ['/assets/spot-1.css'] }

test('requests all files of a route in one change of the page', async () => {
  const { preloadRoute, changes } = await openPage([])
  void preloadRoute(SPOT)
  expect(changes.map(requests)).toEqual([
    [
      'preload https://own.example/assets/spot-1.css style',
      'modulepreload https://own.example/assets/spot-1.js',
      'modulepreload https://own.example/assets/card-1.js',
    ],
  ])
})

test('requests each missing file once, and no file that the page already has', async () => {
  const { preloadRoute, changes } = await openPage([toUrl('/assets/small-1.css'), toUrl('/assets/card-1.js')])
  void preloadRoute({ ...SPOT, css: ['/assets/small-1.css#', '/assets/spot-1.css'] })
  void preloadRoute({ module: '/assets/list-1.js', css: ['/assets/spot-1.css#'] })
  expect(changes.map(requests)).toEqual([
    ['preload https://own.example/assets/spot-1.css style', 'modulepreload https://own.example/assets/spot-1.js'],
    ['modulepreload https://own.example/assets/list-1.js'],
  ])
})

test('waits for stylesheets, including those that another route requested, but not for modules', async () => {
  const { preloadRoute, settle } = await openPage([])
  const order: string[] = []
  const spot = preloadRoute(SPOT).then(() => order.push('spot'))
  const list = preloadRoute({ ...SPOT, module: '/assets/list-1.js' }).then(() => order.push('list'))
  await Promise.resolve()
  order.push('style')
  settle('/assets/spot-1.css')
  await Promise.all([spot, list])
  expect(order[0]).toBe('style')
})

test('continues without a stylesheet that does not load, and requests it again next time (runtime 6.4)', async () => {
  const { preloadRoute, changes, head, settle } = await openPage([])
  const first = preloadRoute(SPOT)
  settle('/assets/spot-1.css', 'onerror')
  await first
  expect(requests(head)).not.toContain('preload https://own.example/assets/spot-1.css style')
  void preloadRoute(SPOT)
  expect(requests(changes.at(-1))).toEqual(['preload https://own.example/assets/spot-1.css style'])
})

test('preloads a route that has only a module', async () => {
  const { preloadRoute, changes } = await openPage([])
  await preloadRoute({ module: '/assets/about-1.js' })
  expect(changes.map(requests)).toEqual([['modulepreload https://own.example/assets/about-1.js']])
})
