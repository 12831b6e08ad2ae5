import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { CancelButton } from './cancel-button.tsx'

test('links to the page without its form for browsers without JavaScript', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/spot/abc?edit=def']}>
      <CancelButton openedBy={['edit']} variant="quiet" onClose={() => undefined} />
    </MemoryRouter>,
  )
  expect(html).toContain('href="/spot/abc"')
})

test('links to the page without its dialog for browsers without JavaScript', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/spot/abc?link=secret&do=report']}>
      <CancelButton onClose={() => undefined} />
    </MemoryRouter>,
  )
  expect(html).toContain('href="/spot/abc?link=secret"')
  expect(html).not.toContain('<button')
})
