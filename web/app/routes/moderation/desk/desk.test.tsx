import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Desk } from './desk.tsx'

test('says why the last form was rejected when no item is open', () => {
  const html = renderToString(
    <Desk tabs={null} queue={null} isOpen={false} problem="Nothing found to undo.">
      <p>Nothing is waiting.</p>
    </Desk>,
  )
  expect(html).toContain('Nothing found to undo.')
})
