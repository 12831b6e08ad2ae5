import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { BYTES, METHODS, useClient } from './test-client.ts'

const { called, files, read, storage, url } = useClient()

test('supports upload, update and uploadToSignedUrl with every kind of body (storage 5)', async () => {
  const path = join(storage().folder, 'body.bin')
  await writeFile(path, BYTES)
  const form = new FormData()
  form.append('anything', new Blob([BYTES], { type: 'image/png' }), 'x.png')
  form.append('cacheControl', '60')
  const bodies: Record<string, () => Parameters<ReturnType<typeof files>['upload']>[1]> = {
    text: () => '0123456789',
    buffer: () => BYTES,
    arrayBuffer: () => new Uint8Array(BYTES).buffer,
    view: () => new Uint8Array(BYTES),
    words: () => new Uint16Array(new Uint8Array(BYTES).buffer),
    dataView: () => new DataView(new Uint8Array(BYTES).buffer),
    blob: () => new Blob([BYTES], { type: 'image/png' }),
    file: () => new File([BYTES], 'a.png', { type: 'image/png' }),
    form: () => form,
    webStream: () => new Blob([BYTES]).stream(),
    nodeStream: () => createReadStream(path),
  }
  for (const [kind, body] of Object.entries(bodies)) {
    const options = { contentType: 'image/png', metadata: { kind } }
    const uploaded = await files().upload(`bodies/${kind}`, body(), options)
    expect(uploaded.data, kind).toEqual({
      path: `bodies/${kind}`,
      fullPath: `files/bodies/${kind}`,
      id: expect.any(String),
    })
    const { data: info } = await files().info(`bodies/${kind}`)
    expect([await read(`bodies/${kind}`), info?.contentType, info?.metadata], kind).toEqual([
      BYTES,
      'image/png',
      { kind },
    ])
    const updated = await files().update(`bodies/${kind}`, body(), { ...options, cacheControl: '7' })
    expect(updated.data?.id, kind).toBe(uploaded.data?.id)
    const { data: signed } = await files().createSignedUploadUrl(`signed/${kind}`)
    const stored = await files().uploadToSignedUrl(`signed/${kind}`, signed?.token ?? '', body(), options)
    expect(stored.data, kind).toEqual({ path: `signed/${kind}`, fullPath: `files/signed/${kind}` })
    expect([await read(`signed/${kind}`), (await files().info(`signed/${kind}`)).data?.contentType], kind).toEqual([
      BYTES,
      'image/png',
    ])
  }
  await files().upload('bodies/search', new URLSearchParams({ a: 'b c' }), { contentType: 'application/x-form' })
  expect((await read('bodies/search')).toString()).toBe('a=b+c')
  expect((await files().info('bodies/form')).data?.cacheControl).toBe('max-age=60')
})

test('supports createSignedUploadUrl with and without upsert (storage 5)', async () => {
  await files().upload('once.txt', 'one')
  expect((await files().createSignedUploadUrl('once.txt')).error).toMatchObject({ statusCode: '409' })
  const { data } = await files().createSignedUploadUrl('once.txt', { upsert: true })
  expect(data).toEqual({
    path: 'once.txt',
    token: expect.any(String),
    signedUrl: expect.stringContaining(`${url()}/storage/v1/object/upload/sign/files/once.txt?token=`),
  })
  expect((await fetch(data?.signedUrl ?? '', { method: 'PUT', body: 'two' })).status).toBe(200)
  expect((await read('once.txt')).toString()).toBe('two')
  const forged = await files().uploadToSignedUrl('once.txt', 'a.b.c', 'three')
  expect(forged.error).toMatchObject({ statusCode: '400', code: 'InvalidJWT' })
})

test('supports download as blob and stream, info and exists (storage 6)', async () => {
  await files().upload('docs/a b.txt', BYTES, { contentType: 'text/plain', metadata: { first_name: 'Ada' } })
  const blob = (await files().download('docs/a b.txt')).data
  expect([blob?.type, await blob?.text()]).toEqual(['text/plain', '0123456789'])
  const { data: stream } = await files().download('docs/a b.txt', { cacheNonce: '1' }).asStream()
  expect(await buffer(stream as unknown as AsyncIterable<Uint8Array>)).toEqual(BYTES)
  expect((await files().download('docs/none')).error).toMatchObject({
    status: 400,
    statusCode: '404',
    code: 'NoSuchKey',
  })
  expect((await files().download('docs/none').asStream()).error).toMatchObject({ code: 'NoSuchKey' })
  expect((await files().info('docs/a b.txt')).data).toEqual({
    id: expect.any(String),
    name: 'docs/a b.txt',
    version: expect.any(String),
    bucketId: 'files',
    size: 10,
    contentType: 'text/plain',
    cacheControl: 'max-age=3600',
    etag: '"781e5e245d69b566979b86e28d23f2c7"',
    metadata: { firstName: 'Ada' },
    lastModified: expect.any(String),
    createdAt: expect.any(String),
  })
  expect(await files().exists('docs/a b.txt')).toEqual({ data: true, error: null })
  expect(await files().exists('docs/none')).toMatchObject({ data: false, error: { code: 'NoSuchKey' } })
  const abort = new AbortController()
  abort.abort()
  expect((await files().download('docs/a b.txt', {}, { signal: abort.signal })).error?.message).toMatch(/abort/i)
})

test('supports getPublicUrl, createSignedUrl and createSignedUrls, with downloads and transforms (storage 6)', async () => {
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await files().upload('p/a.png', picture, { contentType: 'image/png' })
  const fetched = async (address: string | null | undefined) => {
    const response = await fetch(address ?? '')
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, named: response.headers.get('content-disposition'), bytes }
  }
  const whole = { status: 200, named: null, bytes: picture }
  const publicUrl = (...rest: [Parameters<ReturnType<typeof files>['getPublicUrl']>[1]?]) =>
    files().getPublicUrl('p/a.png', ...rest).data.publicUrl
  expect(publicUrl()).toBe(`${url()}/storage/v1/object/public/files/p/a.png`)
  expect(await fetched(publicUrl())).toEqual(whole)
  expect((await fetched(publicUrl({ download: true, cacheNonce: 'x' }))).named).toBe('attachment;')
  expect((await fetched(publicUrl({ download: 'b.png' }))).named).toContain('filename=b.png')
  const transform = { width: 10, height: 10, resize: 'contain', quality: 50, format: 'origin' } as const
  const shape = async (address: string | undefined) => {
    const { format, width, height } = await sharp((await fetched(address)).bytes).metadata()
    return [format, width, height]
  }
  expect(await shape(publicUrl({ transform }))).toEqual(['png', 10, 5])
  const signed = async (...rest: [Parameters<ReturnType<typeof files>['createSignedUrl']>[2]?]) =>
    (await files().createSignedUrl('p/a.png', 60, ...rest)).data?.signedUrl
  expect(await fetched(await signed())).toEqual(whole)
  expect((await fetched(await signed({ download: 'c.png', cacheNonce: 'x' }))).named).toContain('filename=c.png')
  expect(await shape(await signed({ transform }))).toEqual(['png', 10, 5])
  const { data: many } = await files().createSignedUrls(['p/a.png', 'none'], 60, { download: true, cacheNonce: 'x' })
  expect(many?.map(({ error, path, signedUrl }) => [error === null, path, signedUrl === null])).toEqual([
    [true, 'p/a.png', false],
    [false, 'none', true],
  ])
  expect(await fetched(many?.[0]?.signedUrl)).toEqual({ ...whole, named: 'attachment;' })
  const resized = await files().download('p/a.png', { transform: { width: 20 } })
  const { width, height } = await sharp(await resized.data?.arrayBuffer()).metadata()
  expect([width, height]).toEqual([20, 10])
})

test('supports list and listV2 with every option (storage 7)', async () => {
  for (const key of ['l/a.txt', 'l/B.txt', 'l/sub/c.txt', 'l/sub/d.txt']) await files().upload(key, key)
  const names = async (...options: Parameters<ReturnType<typeof files>['list']>) =>
    (await files().list(...options)).data?.map(({ name }) => name)
  expect(await names('l')).toEqual(['a.txt', 'B.txt', 'sub'])
  expect(await names('l', { limit: 1, offset: 1 })).toEqual(['B.txt'])
  expect(await names('l', { search: 'b' })).toEqual(['B.txt'])
  for (const column of ['name', 'updated_at', 'created_at', 'last_accessed_at']) {
    expect((await names('l/sub', { sortBy: { column, order: 'desc' } }))?.toSorted()).toEqual(['c.txt', 'd.txt'])
  }
  expect(await names('l/sub', { sortBy: { order: 'desc' } })).toEqual(['d.txt', 'c.txt'])
  expect(await names('l', { exactMatch: true })).toEqual([])
  expect(await names('l/sub/c.txt', { exactMatch: true })).toEqual(['c.txt'])
  expect(await names('l', { noncurrentVersions: 'include', deleteMarkers: 'include' })).toEqual([
    'a.txt',
    'B.txt',
    'sub',
  ])
  expect(await names('l', { noncurrentVersions: 'only' })).toEqual([])
  expect(await names('l', { deleteMarkers: 'only' })).toEqual([])
  expect((await files().list('l/sub')).data?.[0]).toEqual({
    name: 'c.txt',
    id: expect.any(String),
    updated_at: expect.any(String),
    created_at: expect.any(String),
    last_accessed_at: expect.any(String),
    metadata: expect.objectContaining({ size: 11, mimetype: 'text/plain;charset=UTF-8', httpStatusCode: 200 }),
  })
  const v2 = async (options: Parameters<ReturnType<typeof files>['listV2']>[0]) => {
    const { data, error } = await files().listV2(options)
    const named = (entries: { name: string; key?: string }[] = []) => entries.map(({ name, key }) => [name, key])
    return error ?? [named(data.folders), named(data.objects), data.hasNext]
  }
  expect(await v2({ prefix: 'l/', with_delimiter: true })).toEqual([
    [['l/sub/', 'sub']],
    [
      ['l/B.txt', 'B.txt'],
      ['l/a.txt', 'a.txt'],
    ],
    false,
  ])
  expect(await v2({ prefix: 'l/sub', sortBy: { column: 'name', order: 'desc' } })).toEqual([
    [],
    [
      ['l/sub/d.txt', undefined],
      ['l/sub/c.txt', undefined],
    ],
    false,
  ])
  const first = await files().listV2({ prefix: 'l/', limit: 3, sortBy: { column: 'created_at' } })
  const next = first.data?.nextCursor ?? ''
  expect(await v2({ prefix: 'l/', cursor: next })).toEqual([[], [['l/sub/d.txt', undefined]], false])
  expect(await v2({ prefix: 'l/sub/c.txt', exactMatch: true })).toEqual([[], [['l/sub/c.txt', undefined]], false])
  expect(await v2({ prefix: 'l/sub/c', exactMatch: true })).toEqual([[], [], false])
  expect(await v2({ prefix: 'l/', noncurrentVersions: 'only' })).toEqual([[], [], false])
  expect(await v2({ prefix: 'l/', deleteMarkers: 'only' })).toEqual([[], [], false])
  expect(await v2({})).toMatchObject([[], expect.any(Array), false])
})

test('calls the methods assigned to this file (storage 13)', () => {
  expect(METHODS.files.filter((name) => name !== 'from' && !called.has(name))).toEqual([])
})
