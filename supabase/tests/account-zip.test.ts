import { inflateRawSync } from 'node:zlib'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFile } from '../../web/app/features/imports/reading/read-files.ts'
import { SPOT_SCHEMA } from '../../web/server/resources/exports/own/archive-texts.ts'
import { packAccount } from '../../web/server/resources/exports/own/pack-account.ts'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

const SITE = { siteName: 'Hereabouts', siteUrl: 'http://site.test' }

let app: TestApp
let author: Awaited<ReturnType<typeof signUp>>

beforeAll(async () => {
  app = await createTestApp()
  author = await signUp(app, 'author@example.org')
  const other = await signUp(app, 'other@example.org')
  for (const { id } of [author, other]) {
    await app.owner`insert into public.users (id, username) values (${id}, ${`m${id.slice(0, 8)}`}) on conflict (id) do nothing`
  }
  await app.owner`insert into public.spots (id, title, category, tags, description, lng, lat, precision, visibility, status, author_id)
    values ('ownmill22222', 'Own mill', 'ruin', '{old,water}', E'Two\nlines', 7.7, 45.05, 'area', 'private', 'draft', ${author.id}),
      ('othermill222', 'Other mill', 'castle', '{}', '', 7.8, 45.1, 'exact', 'public', 'published', ${other.id}),
      ('hiddenmill22', 'Hidden mill', 'castle', '{}', '', 7.9, 45.1, 'exact', 'private', 'published', ${other.id})`
  await app.owner`insert into public.spot_exact_points (spot_id, lng, lat) values ('ownmill22222', 7.70123, 45.05456)`
  const [list] = await app.owner<{ id: string }[]>`
    insert into public.lists (title, author_id) values ('To see', ${author.id}) returning id`
  await app.owner`insert into public.list_items (list_id, spot_id, note)
    values (${list?.id ?? ''}, 'othermill222', 'In May'), (${list?.id ?? ''}, 'hiddenmill22', '')`
  await app.owner`insert into public.posts (slug, title, body, author_id) values ('my-walk', 'My walk', 'Go **there**.', ${author.id})`
  for (const [position, colour] of ['#ff0000', '#00ff00', '#0000ff'].entries()) {
    const photo = await sharp({ create: { width: 20 + position, height: 20, channels: 3, background: colour } })
      .webp()
      .toBuffer()
    const folder = `${author.id}/${crypto.randomUUID()}`
    await app
      .server()
      .storage.from('photos')
      .upload(`${folder}/${20 + position}.webp`, photo, { contentType: 'image/webp' })
    // Written last to first, so that only the position gives the order.
    await app.owner`insert into public.photos (spot_id, author_id, storage_path, width, height, alt_text, position, created_at)
      values ('ownmill22222', ${author.id}, ${folder}, ${20 + position}, 20, ${colour}, ${position}, now() - ${position} * interval '1 hour')`
  }
})
afterAll(() => app[Symbol.asyncDispose]())

async function pack(): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of packAccount(author.client, author.id, SITE)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Unpacks the files of an archive by the headers before them and the directory at its end. */
function listFiles(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  for (let at = archive.indexOf('PK\u0001\u0002'); at >= 0; at = archive.indexOf('PK\u0001\u0002', at + 4)) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)]
    const [nameLength, start] = [archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)]
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
    const packed = archive.subarray(from, from + size)
    files.set(name, method === 8 ? inflateRawSync(packed).toString() : packed.toString('latin1'))
  }
  return files
}

test('the archive of a member has everything of theirs, as its schema says, and nothing hidden of others', async () => {
  const files = listFiles(await pack())
  const { features } = JSON.parse(files.get('spots.geojson') ?? '{}')
  const ajv = new Ajv({ allErrors: true })
  addFormats.default(ajv)
  const check = ajv.compile(SPOT_SCHEMA)
  expect(features.map((feature: unknown) => [check(feature), check.errors])).toEqual([[true, null]])
  expect(features[0]).toMatchObject({
    geometry: { coordinates: [7.70123, 45.05456] },
    properties: { title: 'Own mill', visibility: 'private', status: 'draft', precision: 'area' },
  })
  expect(features[0].properties.photo_files.map(({ alt }: { alt: string }) => alt)).toEqual([
    '#ff0000',
    '#00ff00',
    '#0000ff',
  ])
  expect(JSON.parse(files.get('hereabouts/account.json') ?? '{}').posts).toMatchObject([
    { slug: 'my-walk', body: 'Go **there**.' },
  ])
  const names = ['README.md', 'stories/my-walk.md', 'photos/ownmill22222/001.webp', 'photos/ownmill22222/003.webp']
  expect([...files.keys()]).toEqual(expect.arrayContaining(names))
  expect([...files.values()].join('')).not.toContain('Hidden mill')
})

test('spots and lists of the archive are read by the import of another site', async () => {
  const { readings, problems } = readFile('my-data.zip', await pack())
  expect(problems).toEqual([])
  const places = readings.flatMap((reading) => reading.places)
  expect(places).toHaveLength(2)
  expect(places).toMatchObject([
    {
      ...{ title: 'Own mill', point: { lng: 7.70123, lat: 45.05456 }, sourceCategory: 'ruin', tags: ['old', 'water'] },
      ...{ description: 'Two\nlines', list: '' },
    },
    { title: 'Other mill', point: { lng: 7.8, lat: 45.1 }, list: 'To see' },
  ])
})
