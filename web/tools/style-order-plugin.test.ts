import { expect, test } from 'vitest'
import { keepStyleOrder } from './style-order-plugin.ts'

const insert = new Function('document', 'dep', 'link', keepStyleOrder('document.head.appendChild(link);'))

/** Returns the order of the style sheets after a chunk has loaded one to a page with two. */
function loadStyles(href: string): string[] {
  const order = ['/dialog.css#', '/screen.css']
  const links = order.map((it) => ({
    href: it,
    after: (link: { href: string }) => order.splice(order.indexOf(it) + 1, 0, link.href),
  }))
  const head = { querySelectorAll: () => links, appendChild: (link: { href: string }) => order.push(link.href) }
  insert({ head }, { href }, { href })
  return order
}

test('inserts styles that the page has beside them, and others at the end', () => {
  expect(loadStyles('/dialog.css')).toEqual(['/dialog.css#', '/dialog.css', '/screen.css'])
  expect(loadStyles('/other.css')).toEqual(['/dialog.css#', '/screen.css', '/other.css'])
})

test('fails the build if the source of the helper has changed', () => {
  expect(() => keepStyleOrder('document.head.append(link)')).toThrow('adapt web/tools/style-order-plugin.ts')
})
