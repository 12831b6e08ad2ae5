import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { SafeLink, SafeNavLink } from './safe-link.tsx'

function render(link: ReactNode): string {
  return renderToStaticMarkup(<MemoryRouter initialEntries={['/spot/a?do=share']}>{link}</MemoryRouter>)
}

/** Returns the `href` of the only link; undefined when it has none. */
function renderHref(link: ReactNode): string | undefined {
  return / href="([^"]*)"/.exec(render(link))?.[1]
}

test('renders a link to a place on the site, including from parts and relative paths (runtime 4.3)', () => {
  expect(renderHref(<SafeLink to="/explore?q=x#map">x</SafeLink>)).toBe('/explore?q=x#map')
  expect(renderHref(<SafeLink to={{ pathname: '/explore', search: '?q=x' }}>x</SafeLink>)).toBe('/explore?q=x')
  expect(renderHref(<SafeLink to="?do=close">x</SafeLink>)).toBe('/spot/a?do=close')
  expect(renderHref(<SafeLink to={{ search: '' }}>x</SafeLink>)).toBe('/spot/a')
  expect(renderHref(<SafeNavLink to="/about">x</SafeNavLink>)).toBe('/about')
})

test('renders no URL for a link that leaves the site or runs script (runtime 4.3)', () => {
  const hostile = ['//evil.example', '/\\evil', '/\t/evil', ' //x', '\u0001javascript:x', 'java\nscript:x', 'data:x']
  for (const to of [...hostile, 'vbscript:x', 'blob:x', 'https://evil.example', 'mailto:a@b.example']) {
    expect(renderHref(<SafeLink to={to}>x</SafeLink>), JSON.stringify(to)).toBeUndefined()
    expect(renderHref(<SafeNavLink to={to}>x</SafeNavLink>), JSON.stringify(to)).toBe('/')
  }
})

test('renders an allowed external link, but never one that runs script (runtime 4.3)', () => {
  expect(
    renderHref(
      <SafeLink external to="https://other.example">
        x
      </SafeLink>,
    ),
  ).toBe('https://other.example/')
  expect(
    renderHref(
      <SafeLink external to="geo:1,2?q=1,2(x)">
        x
      </SafeLink>,
    ),
  ).toBe('geo:1,2?q=1,2(x)')
  for (const to of ['javascript:x', 'data:text/html,x', 'vbscript:x', 'blob:x']) {
    expect(
      renderHref(
        <SafeLink external to={to}>
          x
        </SafeLink>,
      ),
    ).toBeUndefined()
  }
})

test("keeps the router's properties off the element (runtime 4.3)", () => {
  const markup = render(
    <SafeLink external to="https://other.example" rel="noopener" prefetch="intent" preventScrollReset replace>
      x
    </SafeLink>,
  )
  expect(markup).toBe('<a rel="noopener" href="https://other.example/">x</a>')
})
