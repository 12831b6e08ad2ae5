import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importPlaces } from '../../scripts/import/import-places.ts'
import { createZip } from '../../web/server/resources/exports/zip-stream.ts'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'import-photos-'))

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await app[Symbol.asyncDispose]()
})

test('adds the photos of a KMZ to its spots once, and reports those left out', async () => {
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#286' } })
    .jpeg()
    .toBuffer()
  const kml = `<kml><Document><Placemark><name>Old mill</name>
    <description><![CDATA[<img src="1.jpg" alt="The wheel"><img src="2.jpg">]]></description>
    <Point><coordinates>7.7,45.05</coordinates></Point></Placemark></Document></kml>`
  const zip = createZip()
  const toBytes = (text: string) => new TextEncoder().encode(text)
  const parts = [
    ...zip.addPicture('doc.kml', toBytes(kml)),
    ...zip.addPicture('1.jpg', photo),
    ...zip.addPicture('2.jpg', toBytes('no photo')),
    ...zip.end(),
  ]
  const file = join(folder, 'mills.kmz')
  writeFileSync(file, Buffer.concat(parts))
  const rejects: string[] = []
  const report = {
    onProgress: () => undefined,
    onResume: () => undefined,
    onReject: ({ reason }: { reason: string }) => rejects.push(reason),
  }
  expect(await importPlaces(app.server(), file, report)).toMatchObject({ imported: 1, photos: 1 })
  expect(rejects).toEqual([expect.stringMatching(/^2\.jpg: /)])
  expect(await importPlaces(app.server(), file, report)).toMatchObject({ imported: 1, photos: 0 })
  const { data } = await app
    .member()
    .from('photos')
    .select('author_id, alt_text, width, spots!photos_spot_id_fkey(title)')
  expect(data).toEqual([{ author_id: null, alt_text: 'The wheel', width: 60, spots: { title: 'Old mill' } }])
})

test('lets only the server add photos to imported spots', async () => {
  const { client } = await signUp(app, 'member@example.org')
  const photo = { id: crypto.randomUUID(), width: 60, height: 40 }
  expect((await client.rpc('add_imported_photo', { spot: 'x', photo })).error?.code).toBe('42501')
  expect((await client.rpc('find_imported_spot', { place: {} })).error?.code).toBe('42501')
  expect((await app.server().rpc('add_imported_photo', { spot: 'x', photo })).error?.code).toBe('PT404')
})
