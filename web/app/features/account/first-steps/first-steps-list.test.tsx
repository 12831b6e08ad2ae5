import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { FirstStepsList } from './first-steps-list.tsx'

test('labels the links of finished steps by what they lead to', () => {
  const step = { about: '', to: { pathname: '/submit' }, isDone: true }
  const html = renderToString(
    <MemoryRouter>
      <FirstStepsList
        steps={[
          { ...step, title: 'Name your site', doneLabel: 'Change' },
          { ...step, title: 'Mark the first spot', doneLabel: 'Open' },
        ]}
      />
    </MemoryRouter>,
  )
  expect(html).toMatch(/aria-label="Change: Name your site"[^>]*>Change</)
  expect(html).toMatch(/aria-label="Open: Mark the first spot"[^>]*>Open</)
})
