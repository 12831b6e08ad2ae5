import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

const MAP = `<osm version="0.6"><node id="42" lat="-22.654" lon="17.321">
  <tag k="amenity" v="cafe"/><tag k="name" v="Mapped cafe"/></node></osm>`

test('names the source and licence of an imported spot to everyone, and its file to its author', async ({
  page,
  site,
  signIn,
  openOther,
}) => {
  await signIn()
  await openHydrated(page, '/account/settings/import')
  await page.getByLabel('Choose files').setInputFiles({ name: 'map.osm', mimeType: '', buffer: Buffer.from(MAP) })
  await expect(page.getByText('Places from OpenStreetMap keep their source and its licence, ODbL 1.0.')).toBeVisible()
  await page.getByLabel('Who sees the new spots').selectOption('Everyone')
  await page.getByRole('button', { name: 'Import 1 place' }).click()
  await expect(page.getByRole('heading', { name: '1 place imported' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Show' }).click()
  await page.getByRole('link', { name: 'Mapped cafe' }).click()
  const source = 'From OpenStreetMap, by OpenStreetMap contributors, under ODbL 1.0.'
  await expect(page.getByText(source)).toBeVisible()
  await expect(page.getByText('You imported it from map.osm')).toBeVisible()
  await expect(page.getByRole('link', { name: 'OpenStreetMap', exact: true })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/node/42',
  )

  const id = new URL(page.url()).pathname.split('/').at(-1)
  const visitor = await openOther()
  await visitor.goto(`/spot/${id}`)
  await expect(visitor.getByText(source)).toBeVisible()
  await expect(visitor.getByText('map.osm')).toHaveCount(0)
  const attribution = 'OpenStreetMap contributors, OpenStreetMap, ODbL 1.0, https://www.openstreetmap.org/node/42'
  for (const format of ['gpx', 'kml', 'geojson', 'csv']) {
    const text = await (await fetch(`${site.url}/spot/${id}.${format}`)).text()
    expect(text).toContain(attribution)
    expect(text).not.toContain('map.osm')
  }
  expect(await (await fetch(`${site.url}/embed/spot/${id}`)).text()).toContain('ODbL 1.0')
})
