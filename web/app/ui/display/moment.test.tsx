import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Moment, MomentOfDay } from './moment.tsx'

const at = '2025-03-03T10:15:00Z'
const render = (element: React.ReactNode) => renderToString(element).replaceAll('<!-- -->', '')

test('renders times on the server in UTC, and says so without JavaScript', () => {
  expect(render(<Moment at={at} />)).toContain('>3 March 2025, 10:15<noscript> UTC</noscript>')
  expect(render(<Moment at={at} separator=" at " />)).toContain('>3 March 2025 at 10:15<noscript> UTC</noscript>')
  expect(render(<MomentOfDay at={at} />)).toContain('>10:15<noscript> UTC</noscript>')
})
