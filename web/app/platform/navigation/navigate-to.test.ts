import type { NavigateFunction } from 'react-router'
import { expect, test } from 'vitest'
import { type NavigateToOptions, navigateTo } from './navigate-to.ts'
import type { Destination } from './target.ts'

/** Navigates in a browser that only records its calls. */
async function go(destination: Destination, options?: NavigateToOptions): Promise<unknown[]> {
  const notes: unknown[] = []
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      void notes.push([name, ...args])
  const location = { href: 'https://own.example/about', origin: 'https://own.example' }
  const browser = {
    location: { ...location, assign: note('assign'), replace: note('replace') },
    open: note('open'),
  }
  await navigateTo(destination, options, note('navigate') as NavigateFunction, browser)
  return notes
}

test('navigates to the home page for an empty target, and to the URL of its parts (runtime 4.1)', async () => {
  expect(await go(null)).toEqual([['navigate', '/', {}]])
  expect(await go('')).toEqual([['navigate', '/', {}]])
  expect(await go({ pathname: '/explore', search: '?q=x', hash: '#map' })).toEqual([
    ['navigate', '/explore?q=x#map', {}],
  ])
})

test('loads an allowed external URL as a full page (runtime 4.4)', async () => {
  expect(await go('https://other.example/x', { external: true })).toEqual([['assign', 'https://other.example/x']])
  expect(await go('https://other.example/x', { external: true, replace: true })).toEqual([
    ['replace', 'https://other.example/x'],
  ])
  expect(await go('/about', { external: true })).toEqual([['assign', '/about']])
  await expect(go('https://other.example/x')).rejects.toThrow(
    'Navigating to an external URL is not allowed by default.',
  )
})

test('rejects script URLs in every kind of navigation (runtime 4.3)', async () => {
  for (const options of [{}, { external: true }, { open: {} }]) {
    await expect(go('java\nscript:alert(1)', options)).rejects.toThrow("with 'javascript:' protocol.")
  }
})

test('opens a window at once, with lower-case features and without unset ones (runtime 4.6)', async () => {
  expect(await go('/about', { open: {} })).toEqual([['open', '/about', '_blank', '']])
  const features = { Popup: true, width: 400, height: undefined }
  expect(await go('/about', { open: { target: 'help', features } })).toEqual([
    ['open', '/about', 'help', 'popup=true, width=400'],
  ])
})

test('opens a window of another origin without an opener (runtime 4.6)', async () => {
  expect(await go('https://other.example', { open: {} })).toEqual([
    ['open', 'https://other.example/', '_blank', 'noopener=true'],
  ])
})

test('leaves replacing history entries to the router (runtime 4.7)', async () => {
  expect(await go('/explore', { replace: true, preventScrollReset: true })).toEqual([
    ['navigate', '/explore', { replace: true, preventScrollReset: true }],
  ])
})
