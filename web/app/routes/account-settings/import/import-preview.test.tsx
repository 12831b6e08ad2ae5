import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { DraftRow } from '#app/features/imports/draft-rows.ts'
import type { FilesReading } from '#app/features/imports/reading/read-files.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ImportPreview } from './import-preview.tsx'

test('shows only the reason and the choice of other files when nothing was found', () => {
  const reading = { readings: [], problems: [{ file: 'x.bin', reason: 'This format is unknown.' }] } as FilesReading
  const html = renderPreview([], reading)
  expect(html).toContain('No places found')
  expect(html).toContain('x.bin: This format is unknown.')
  expect(html).toContain('Choose other files')
  expect(html).not.toMatch(/Change all rows|Category|Who sees|Import 0/)
})

test('counts only places that the import changes', () => {
  const states = ['new', 'mine', 'unreadable', 'pinless'] as const
  const rows = states.map((state, index) => createRow({ number: index + 1, state }))
  expect(renderPreview(rows)).toContain('Import 2 places')
  expect(renderPreview([createRow({ number: 1, state: 'mine', list: 'Walks' })])).toContain('Import 1 place<')
  expect(renderPreview([createRow({ number: 1, state: 'mine' })])).toContain('Nothing to import')
})

test('counts one selected row in the singular', () => {
  const props = { categoryRef: null, onChange: ignore, onCategoryEnd: ignore, onClear: ignore }
  const renderBar = (count: number) => renderToString(<BulkBar {...props} count={count} />)
  expect(renderBar(1)).toContain('Change 1 selected row<')
  expect(renderBar(2)).toContain('Change 2 selected rows<')
})

const ignore = () => undefined

function createRow(row: Pick<DraftRow, 'number' | 'state'> & Partial<DraftRow>): DraftRow {
  const texts = { description: '', address: '', website: '', list: '', reason: '', foundAs: '' }
  return { title: 'Pier', category: 'coast', lng: 1, lat: 1, tags: [], isSkipped: false, ...texts, ...row }
}

function renderPreview(rows: DraftRow[], reading = { readings: [], problems: [] } as unknown as FilesReading): string {
  const element = (
    <ImportPreview
      {...{ name: 'x.csv', files: [], reading, rows, mapStyleUrl: undefined }}
      onBack={ignore}
      onColumns={ignore}
    />
  )
  const router = createMemoryRouter([{ path: '/', element }])
  return renderToString(<RouterProvider router={router} />).replaceAll('<!-- -->', '')
}
