import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { FilesReading } from '#app/features/imports/reading/read-files.ts'
import { ImportPreview } from './import-preview.tsx'

test('shows only the reason and the choice of other files when nothing was found', () => {
  const reading = { readings: [], problems: [{ file: 'x.bin', reason: 'This format is unknown.' }] } as FilesReading
  const html = renderToString(
    <MemoryRouter>
      <ImportPreview
        {...{ name: 'x.bin', files: [], reading, rows: [], mapStyleUrl: undefined }}
        onBack={() => undefined}
        onColumns={() => undefined}
      />
    </MemoryRouter>,
  )
  expect(html).toContain('No places found')
  expect(html).toContain('x.bin: This format is unknown.')
  expect(html).toContain('Choose other files')
  expect(html).not.toMatch(/Change all rows|Category|Who sees|Import 0/)
})
