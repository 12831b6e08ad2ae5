import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { SuggestionsPage } from '#app/features/spots/suggestions/suggestions-page.ts'
import { SuggestionList } from './suggestion-list.tsx'

test('leads to the history when no suggestion is open', () => {
  const page = { spot: { id: 'abc' }, suggestions: [] } as unknown as SuggestionsPage
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <SuggestionList page={page} />
    </MemoryRouter>,
  )
  expect(html).toContain('No open suggestions')
  expect(html).toContain('href="/spot/abc/history"')
})
