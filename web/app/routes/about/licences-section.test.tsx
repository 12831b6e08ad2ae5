import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { StreetSettings } from '#app/platform/config/street-settings.ts'
import { LicencesSection } from './licences-section.tsx'

const STREETS: StreetSettings = {
  version: 'abc',
  schema: 'protomaps',
  maxZoom: 14,
  areas: [[11, 43, 12, 44]],
  attribution: '© Mappers',
}
const OPEN_STREET_MAP = 'href="https://www.openstreetmap.org/copyright"'
const ODBL = 'href="https://opendatacommons.org/licenses/odbl/1-0/"'

function render(streets?: StreetSettings): string {
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: LicencesSection }])
  return renderToString(<Stub hydrationData={{ loaderData: { root: { settings: { streets } } } }} />)
}

test('names OpenStreetMap and its licence where the map has streets', () => {
  const html = render(STREETS)
  expect(html).toContain('Natural Earth')
  expect(html).toContain(OPEN_STREET_MAP)
  expect(html).toContain(ODBL)
})

test('does not name OpenStreetMap where the map has no streets', () => {
  const html = render()
  expect(html).toContain('Natural Earth')
  expect(html).not.toContain('OpenStreetMap')
})
