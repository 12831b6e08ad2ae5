import sharp from 'sharp'
import { createZip } from '../../../web/server/resources/exports/zip-stream.ts'
import { openHydrated } from '../app-router.ts'
import { expect } from '../expect.ts'
import { test } from '../fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('imports the photos of a KMZ, resumes after a reload, and reports the one that was skipped', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  await signIn()
  await openHydrated(page, '/account/settings/import')
  await page.getByLabel('Choose files').setInputFiles({ name: 'trip.kmz', mimeType: '', buffer: await createKmz() })
  await expect(page.getByText('2 photos will be imported with the places.')).toBeVisible()
  expectedErrors.push(/ERR_FAILED|Failed to load|422/)
  let isHeld = true
  await page.route('**/submit/photos?*', (route) => (isHeld ? undefined : route.continue()))
  await page.getByRole('button', { name: 'Import 1 place' }).click()
  await expect(page.getByText('Keep this page open until all photos are sent.')).toBeVisible()
  isHeld = false
  await page.reload()
  const skipped = page.getByRole('listitem').filter({ hasText: 'photo skipped' })
  await expect(skipped).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('listitem').filter({ hasText: /^1photo$/ })).toBeVisible()
  await page.getByRole('listitem').filter({ hasText: 'new spot' }).getByRole('link', { name: 'Show' }).click()
  await expect(page.getByText(/1 of 2 photos · damaged\.jpg: /)).toBeVisible()
  await page.getByRole('link', { name: 'Bridge of the test' }).click()
  await expect(page.getByRole('img', { name: 'The arch' }).first()).toBeVisible()
})

/** A map with one place and two images, one of which is not a photo. */
async function createKmz(): Promise<Buffer> {
  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#286' } })
    .jpeg()
    .toBuffer()
  const kml = `<kml><Document><Placemark><name>Bridge of the test</name>
    <description><![CDATA[<img src="files/1.jpg" alt="The arch"><img src="files/damaged.jpg">]]></description>
    <Point><coordinates>17.321,-22.654</coordinates></Point></Placemark></Document></kml>`
  const zip = createZip()
  const files: [string, Uint8Array][] = [
    ['doc.kml', new TextEncoder().encode(kml)],
    ['files/1.jpg', photo],
    ['files/damaged.jpg', new TextEncoder().encode('no photo')],
  ]
  const chunks = files.flatMap(([name, bytes]) => [...zip.addPicture(name, bytes)])
  return Buffer.concat([...chunks, ...zip.end()])
}
