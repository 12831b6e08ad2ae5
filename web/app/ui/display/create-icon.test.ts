import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import createIcon from './create-icon.ts'

// The published types lack `__iconData`, which Lucide's module passes to its own createLucideIcon.
const lucide = await import('lucide-react/icons/map')
const { default: MapIcon, __iconData } = lucide as typeof lucide & { __iconData: Parameters<typeof createIcon>[0] }
const Icon = createIcon(__iconData)
/** The attributes and the shapes of an icon in any order, without the class names of single icons. */
const describeIcon = (html: string) =>
  html
    .replace(' lucide-map', '')
    .split(/ (?=[\w-]+=")|(?=<)/)
    .toSorted()

test.each([
  {},
  { size: 16, className: 'text-ink-3', strokeWidth: 1.75 },
  { 'aria-label': 'Map' },
  { 'aria-hidden': true, style: { padding: '20%' } },
] as const)('draws the same as an icon of Lucide with %j', (props) => {
  expect(describeIcon(renderToStaticMarkup(createElement(Icon, props)))).toEqual(
    describeIcon(renderToStaticMarkup(createElement(MapIcon, props))),
  )
})
