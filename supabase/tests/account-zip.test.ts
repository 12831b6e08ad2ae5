import { inflateRawSync } from 'node:zlib'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readFile } from '../../web/app/features/imports/reading/read-files.ts'
import { deleteUnusedFiles } from '../../web/app/features/media/delete-unused-files.server.ts'
import type { Supabase } from '../../web/app/lib/supabase.ts'
import { respondWithArchive } from '../../web/server/resources/exports/own/archive-response.ts'
import { ACCOUNT_SCHEMA, SPOT_SCHEMA } from '../../web/server/resources/exports/own/archive-schemas.ts'
import { packDataExports } from '../../web/server/resources/exports/own/pack-data-exports.ts'
import { addSentContent, SENT_CONTENT } from './sent-content.ts'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

let app: TestApp
let author: Awaited<ReturnType<typeof signUp>>
let other: Awaited<ReturnType<typeof signUp>>

beforeAll(async () => {
  app = await createTestApp()
  author = await signUp(app, 'author@example.org')
  other = await signUp(app, 'other@example.org')
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
  await app.owner`insert into public.reviews (spot_id, author_id, rating, body)
    values ('othermill222', ${author.id}, 4, 'Bring a torch.')`
  await app.owner`insert into public.posts (slug, title, body, author_id) values ('my-walk', 'My walk', 'Go **there**.', ${author.id})`
  await addSentContent(app.owner, author.id)
  for (const [position, colour] of ['#ff0000', '#00ff00', '#0000ff'].entries()) {
    const photo = await sharp({ create: { width: 20 + position, height: 20, channels: 3, background: colour } })
      .webp()
      .toBuffer()
    const folder = `${author.id}/${crypto.randomUUID()}`
    await app
      .server()
      .storage.from('photos')
      .upload(`${folder}/${20 + position}.webp`, photo, { contentType: 'image/webp' })
    // Inserted in reverse, so that only the position determines the order.
    await app.owner`insert into public.photos (spot_id, author_id, storage_path, width, height, alt_text, position, created_at)
      values ('ownmill22222', ${author.id}, ${folder}, ${20 + position}, 20, ${colour}, ${position}, now() - ${position} * interval '1 hour')`
  }
})
beforeEach(() => app.owner`delete from private.write_counts`)
afterAll(() => app[Symbol.asyncDispose]())

const SITE = async () => ({ siteName: 'Hereabouts', siteUrl: 'http://site.test' })

/** Packs the archive as the server does, and downloads it as its member. */
async function pack(): Promise<Buffer> {
  const started = await author.client.rpc('start_data_export')
  expect(started.error).toBeNull()
  await packDataExports(app.server(), SITE)
  const { data } = await author.client.from('data_exports').select().single()
  expect(data).toMatchObject({ status: 'ready', part_count: 1, done: 4, total: 4 })
  return Buffer.from(await (await download(author.client)).arrayBuffer())
}

function download(client: Supabase, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const request = new Request('http://site.test/account/settings/export.zip', { headers, method })
  return respondWithArchive(request, client, { memberId: author.id, siteName: 'Hereabouts' })
}

/** Unpacks the files of an archive, by their local headers and by the central directory. */
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

test('packs all data of the member according to the schema, and nothing hidden of others', async () => {
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
  expect(JSON.parse(files.get('hereabouts/account.json') ?? '{}').posts).toContainEqual(
    expect.objectContaining({ slug: 'my-walk', body: 'Go **there**.' }),
  )
  const names = ['README.md', 'stories/my-walk.md', 'photos/ownmill22222/001.webp', 'photos/ownmill22222/003.webp']
  expect([...files.keys()]).toEqual(expect.arrayContaining(names))
  expect([...files.values()].join('')).not.toContain('Hidden mill')
  const account = JSON.parse(files.get('hereabouts/account.json') ?? '{}')
  expect([ajv.validate(ACCOUNT_SCHEMA, account), ajv.errors]).toEqual([true, null])
  expect(account.reviews).toMatchObject([{ rating: 4, body: 'Bring a torch.' }])
  expect(account).toMatchObject(SENT_CONTENT)
  expect(Object.keys(account.reports[0])).not.toContain('counts')
})

test('reads the spots, lists and reviewed spots of the archive in an import of another site', async () => {
  const { readings, problems } = readFile('my-data.zip', await pack())
  expect(problems).toEqual([])
  const places = readings.flatMap((reading) => reading.places)
  expect(places).toHaveLength(3)
  expect(places).toMatchObject([
    {
      ...{ title: 'Own mill', point: { lng: 7.70123, lat: 45.05456 }, sourceCategory: 'ruin', tags: ['old', 'water'] },
      ...{ description: 'Two\nlines', list: '' },
    },
    { title: 'Other mill', point: { lng: 7.8, lat: 45.1 }, list: 'To see' },
    { title: 'Other mill', point: { lng: 7.8, lat: 45.1 }, list: '' },
  ])
})

test('resumes a download, and restarts it if the archive has changed', async () => {
  const whole = await pack()
  const full = await download(author.client)
  const etag = full.headers.get('etag') ?? ''
  expect([full.status, full.headers.get('content-length')]).toEqual([200, String(whole.length)])
  expect(full.headers.get('content-disposition')).toMatch(/^attachment; filename="My data/)
  await full.body?.cancel()
  const rest = await download(author.client, { range: 'bytes=100-', 'if-range': etag })
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes 100-${whole.length - 1}/${whole.length}`,
  ])
  expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(100))).toBe(true)
  const middle = await download(author.client, { range: 'bytes=5-9' })
  expect(Buffer.from(await middle.arrayBuffer()).equals(whole.subarray(5, 10))).toBe(true)
  const end = await download(author.client, { range: 'bytes=-7' })
  expect(Buffer.from(await end.arrayBuffer()).equals(whole.subarray(-7))).toBe(true)
  const changed = await download(author.client, { range: 'bytes=100-', 'if-range': '"another"' })
  expect(changed.status).toBe(200)
  await changed.body?.cancel()
  expect((await download(author.client, { range: `bytes=${whole.length}-` })).status).toBe(416)
  expect((await download(author.client, {}, 'HEAD')).body).toBeNull()
})

test('lets only its member read, list, delete or download an archive', async () => {
  await pack()
  const { data: row } = await author.client.from('data_exports').select().single()
  const path = `${author.id}/${row?.id}/${row?.attempts}-0`
  const own = await author.client.storage.from('exports').download(path)
  expect(own.error).toBeNull()
  for (const client of [other.client, app.member()]) {
    const isMember = client === other.client
    expect(
      await download(client).then(
        ({ status }) => status,
        ({ status }) => status,
      ),
    ).toBe(isMember ? 404 : 401)
    expect((await client.storage.from('exports').download(path)).error).not.toBeNull()
    expect((await client.storage.from('exports').list(`${author.id}/${row?.id}`)).data ?? []).toEqual([])
    expect((await client.storage.from('exports').createSignedUrl(path, 60)).error).not.toBeNull()
    expect((await client.storage.from('exports').upload(`${other.id}/x/1-0`, 'x')).error).not.toBeNull()
    expect((await client.from('data_exports').select()).data ?? []).toEqual([])
    await client
      .from('data_exports')
      .delete()
      .eq('id', row?.id ?? '')
    for (const name of ['take_data_export', 'read_data_export', 'finish_data_export'] as const) {
      const attempt = await client.rpc(name as 'take_data_export', { export: row?.id, part: 'spots' } as never)
      expect(['42501', 'PGRST202']).toContain(attempt.error?.code)
    }
  }
  expect((await author.client.from('data_exports').select()).data).toHaveLength(1)
  // Until the row is marked as finished, even its member cannot read the parts.
  await app.owner`update public.data_exports set expires_at = now() - interval '1 minute'`
  expect((await author.client.storage.from('exports').download(path)).error).not.toBeNull()
  expect((await download(author.client)).status).toBe(404)
})

test('deletes the files of a deleted or expired archive', async () => {
  const listParts = () => app.owner`select name from storage.objects where bucket_id = 'exports'`
  await pack()
  await deleteUnusedFiles(app.server())
  expect(await listParts()).toHaveLength(1)
  await author.client.from('data_exports').delete().eq('member_id', author.id)
  await deleteUnusedFiles(app.server())
  expect(await listParts()).toEqual([])
  await pack()
  await app.owner`update public.data_exports set expires_at = now() - interval '1 minute'`
  await packDataExports(app.server(), SITE)
  await deleteUnusedFiles(app.server())
  expect(await listParts()).toEqual([])
})

test('reassigns an export when its server dies, and fails after three attempts', async () => {
  await author.client.rpc('start_data_export')
  const twice = await author.client.rpc('start_data_export')
  expect(twice.error).toMatchObject({ code: 'PT409', message: 'Your data is already being exported.' })
  const take = () => app.server().rpc('take_data_export')
  const first = (await take()).data as { id: string; attempt: number } | null
  expect((await take()).data).toBeNull()
  await app.owner`update public.data_exports set seen_at = now() - interval '2 minutes'`
  await packDataExports(app.server(), SITE)
  const { data } = await author.client.from('data_exports').select().single()
  expect(data).toMatchObject({ status: 'ready', attempts: 2 })
  const late = await app.server().rpc('report_data_export', { export: first?.id ?? '', attempt: 1, done: 1 })
  expect(late.data).toBe(false)
  await app.owner`update public.data_exports set status = 'running', attempts = 3, seen_at = now() - interval '2 minutes'`
  expect((await take()).data).toBeNull()
  expect((await author.client.from('data_exports').select().single()).data).toMatchObject({ status: 'failed' })
})

test('notifies the member at once when the archive is ready', async () => {
  await app.owner`delete from public.notifications where user_id = ${author.id}`
  await app.owner`insert into public.notification_preferences (user_id, topic, in_app, mail)
    values (${author.id}, 'publishing', false, 'never')`
  await pack()
  const found = await app.owner`select kind, mail_due_at is not null as is_mailed, in_app from public.notifications
    where user_id = ${author.id}`
  expect(found).toEqual([{ kind: 'export-ready', is_mailed: true, in_app: true }])
})
