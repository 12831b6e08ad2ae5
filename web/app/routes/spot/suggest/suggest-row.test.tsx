import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SuggestRow } from './suggest-row.tsx'

test('isolates the name of the member who changed a field in the meantime', () => {
  const html = renderToStaticMarkup(
    <SuggestRow
      label="title"
      before=""
      after=""
      late={{ field: 'title', name: 'دليل', at: '' }}
      onUndo={() => undefined}
    >
      {null}
    </SuggestRow>,
  )
  expect(html).toContain('<bdi>دليل</bdi> changed title')
})
