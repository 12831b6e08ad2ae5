import { expect, test } from 'vitest'
import { keepStyleOrder } from './style-order-plugin.ts'

/** Runs the end of the helper for a file. Returns the links at the end of the head, and whether the helper waits. */
function insert(isCss: boolean, window: { insertChunkStyle?: (link: unknown) => boolean }) {
  const links: unknown[] = []
  const head = { appendChild: (link: unknown) => links.push(link) }
  const code = `${keepStyleOrder('document.head.appendChild(link);')} return 'waits'`
  const result = new Function('document', 'window', 'isCss', 'link', code)({ head }, window, isCss, 'link')
  return { links, waits: result === 'waits' }
}

test('lets the app insert the styles of chunks, and waits unless they apply already', () => {
  expect(insert(true, { insertChunkStyle: () => false })).toEqual({ links: [], waits: true })
  expect(insert(true, { insertChunkStyle: () => true })).toEqual({ links: [], waits: false })
})

test('inserts modules as the helper does, and without the app stylesheets as well', () => {
  expect(insert(false, { insertChunkStyle: () => true })).toEqual({ links: ['link'], waits: true })
  expect(insert(true, {})).toEqual({ links: ['link'], waits: true })
})

test('fails the build if the source of the helper has changed', () => {
  expect(() => keepStyleOrder('document.head.append(link)')).toThrow('adapt web/tools/style-order-plugin.ts')
})
