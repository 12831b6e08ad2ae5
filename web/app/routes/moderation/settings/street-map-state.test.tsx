import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CommandWords } from './street-map-state.tsx'

test('breaks a command only between its words, and keeps its text', () => {
  const markup = renderToStaticMarkup(<CommandWords command="npm run map -- extract URL --city florence" />)
  expect(markup).toContain('<span class="whitespace-nowrap">--city</span>')
  expect(markup.replace(/<[^>]*>/g, '')).toBe('npm run map -- extract URL --city florence')
})
