import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { DownloadsSection } from './downloads-section.tsx'

test('links the feeds of spots and stories, and names that of a city', () => {
  const html = renderToString(
    <MemoryRouter>
      <DownloadsSection />
    </MemoryRouter>,
  )
  for (const path of ['/feeds/spots.atom', '/feeds/spots.json', '/feeds/stories.atom', '/feeds/stories.json'])
    expect(html).toContain(`href="${path}"`)
  expect(html).toContain('/feeds/city/turin.atom')
})
