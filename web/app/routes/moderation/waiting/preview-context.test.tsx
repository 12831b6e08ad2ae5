import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { listSpotDifferences } from '#app/features/spots/differences/spot-differences.server.ts'
import { PreviewChanges } from './preview-context.tsx'

test('shows the changed fields of a spot in the words of its form', async () => {
  const changes = {
    category: { from: 'cafe', to: 'kitchen' },
    tags: { from: ['rolls'], to: ['rolls', 'tea'] },
    status: { from: 'published', to: 'pending' },
  }
  const differences = await listSpotDifferences(changes, { lng: 14.42, lat: 50.08 })
  const html = renderToStaticMarkup(<PreviewChanges differences={differences} photos={[]} />)
  for (const words of ['Category', 'Café &amp; bakery', 'Kitchen', 'Tags', 'Waiting for review']) {
    expect(html).toContain(words)
  }
  expect(html).not.toMatch(/pending|\[/)
})
