import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { listSpotDifferences } from '#app/features/spots/differences/spot-differences.server.ts'
import { SuggestionField } from './suggestion-field.tsx'

const PRAGUE = { lng: 14.42, lat: 50.08 }

async function renderWithOther(to: string): Promise<string> {
  const [difference] = await listSpotDifferences({ title: { from: 'Old ferry', to: 'New ferry' } }, PRAGUE)
  const [otherDifference] = await listSpotDifferences({ title: { from: 'Old ferry', to } }, PRAGUE)
  if (!difference || !otherDifference) throw new Error('A change has no difference.')
  const element = (
    <SuggestionField
      difference={difference}
      verdict={undefined}
      late={undefined}
      others={[{ id: 7, name: 'mara', difference: otherDifference }]}
      spotId="abcdefgh2345"
      mayDecide
      level="h2"
    />
  )
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />).replaceAll(
    '<!-- -->',
    '',
  )
}

test('shows what another member suggests for a field', async () => {
  const html = await renderWithOther('Steam ferry')
  expect(html).toContain('<bdi>mara</bdi> suggests something else')
  expect(html).toContain('Steam')
})

test('says when another member suggests the same, instead of repeating it', async () => {
  const html = await renderWithOther('New ferry')
  expect(html).toContain('<bdi>mara</bdi> suggests the same')
  expect(html.match(/New/g)).toHaveLength(1)
})
