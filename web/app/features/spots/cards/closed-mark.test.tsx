import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { SpotSummary } from '../spot-summary.ts'
import { createSpotSummary } from '../spot-test-factory.ts'
import { SpotCard } from './spot-card.tsx'
import { SpotLedgerRow } from './spot-ledger-row.tsx'
import { SpotListRow } from './spot-list-row.tsx'

const render = (status: SpotSummary['status']) => {
  const spot = createSpotSummary({ status })
  return [
    <SpotCard key="card" spot={spot} />,
    <SpotLedgerRow key="ledger" spot={spot} rank={1} />,
    <SpotListRow key="row" spot={spot} from={null} />,
  ].map((element) => renderToString(<MemoryRouter>{element}</MemoryRouter>))
}

test('marks closed spots in every card and row', () => {
  for (const html of render('closed')) expect(html).toContain('>Closed</b>')
  for (const html of render('published')) expect(html).not.toContain('Closed')
})
