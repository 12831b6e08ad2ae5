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
  await expect(page.getByText('Places from OpenStreetMap keep their source and licence, ODbL 1.0.')).toBeVisible()
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

test('lists the outcome of each row as CSV, and undoes a single row', async ({ page, signIn }) => {
  await signIn()
  await openHydrated(page, '/account/settings/import')
  const table = 'name,lat,lng\nCafé Ω,-23.1,17.4\n=1+1,-23.2,17.5\nFar off,99,117.6\n'
  await page.getByLabel('Choose files').setInputFiles({ name: 'places.csv', mimeType: '', buffer: Buffer.from(table) })
  await page.getByRole('button', { name: 'Import 2 places' }).click()
  await expect(page.getByRole('heading', { name: '2 places imported' })).toBeVisible({ timeout: 60_000 })
  const read = async () => {
    const address = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
    return (await page.request.get(new URL(address ?? '', page.url()).href)).text()
  }
  const lines = (await read()).split('\r\n')
  expect(lines[0]).toMatch(/^\ufeffrow,name,state,reason,/)
  expect(lines.slice(1, 4)).toEqual([
    expect.stringMatching(/^1,"?Café Ω"?,"?created/),
    expect.stringMatching(/^2,"?'=1\+1"?,"?created/),
    expect.stringMatching(/^3,"?Far off"?,"?failed"?,"?The position is out of range/),
  ])
  await page.getByRole('listitem').filter({ hasText: 'new spots' }).getByRole('link', { name: 'Show' }).click()
  await page.getByRole('button', { name: 'Undo Café Ω' }).click()
  await expect(page.getByRole('button', { name: 'Undo Café Ω' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Undo =1+1' })).toBeVisible()
  await page.goBack()
  await expect.poll(async () => (await read()).split('\r\n')[1]).toMatch(/^1,"?Café Ω"?,"?undone/)
})
