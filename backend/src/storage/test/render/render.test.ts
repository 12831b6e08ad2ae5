import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { computeGeometry } from '../../images/render-geometry.ts'
import { parseRenderQuery } from '../../images/render-options.ts'
import { ALICE, createTestStorage, TEST_KEYS, type TestStorage } from '../test-storage.ts'

const SAMPLES = join(import.meta.dirname, '../../../../../../shared/data/images')
const hasSamples = existsSync(SAMPLES)

async function setUp() {
  const storage = await createTestStorage()
  await storage.admin.storage.createBucket('pictures', { public: true })
  return storage
}

async function createPicture(width: number, height: number) {
  const background = { r: 200, g: 80, b: 20 }
  return sharp({ create: { width, height, channels: 3, background } }).withExif({ IFD0: { Copyright: 'hidden' } })
}

async function upload(storage: TestStorage, key: string, content: Uint8Array, contentType = 'image/jpeg') {
  const { error } = await storage.admin.storage.from('pictures').upload(key, content, { contentType })
  if (error) throw error
}

const render = (storage: TestStorage, query: string, headers: Record<string, string> = {}) =>
  storage.request(`/render/image/public/pictures/${query}`, { headers })

async function readPicture(response: Response) {
  return sharp(await response.arrayBuffer()).metadata()
}

test('shows images that cannot be cached, for example because the disk is full (storage 8)', async () => {
  await using storage = await setUp()
  await upload(storage, 'a.jpg', await (await createPicture(40, 30)).jpeg().toBuffer())
  const renders = join(storage.folder, 'storage/renders')
  await rm(renders, { recursive: true })
  await writeFile(renders, '')
  expect((await render(storage, 'a.jpg?width=20')).status).toBe(200)
})

test('computes sizes as imgproxy does and never enlarges (storage 8)', () => {
  const shape = (width: number, height: number, query: string) => {
    const { crop } = computeGeometry({ width, height }, parseRenderQuery(new URLSearchParams(query)))
    return [crop.width, crop.height]
  }
  expect(shape(100, 50, 'width=200&height=200')).toEqual([100, 50])
  expect(shape(300, 100, 'width=200&height=200')).toEqual([200, 100])
  expect(shape(100, 50, 'width=200&height=200&resize=fill')).toEqual([50, 50])
  expect(shape(4000, 3000, 'width=400')).toEqual([400, 300])
  expect(shape(4000, 3000, 'height=300')).toEqual([400, 300])
  expect(shape(4000, 3000, 'width=400&height=400')).toEqual([400, 400])
  expect(shape(4000, 3000, 'width=400&height=400&resize=contain')).toEqual([400, 300])
  expect(shape(4000, 3000, 'width=400&resize=fill')).toEqual([400, 3000])
  expect(shape(4000, 3000, '')).toEqual([4000, 3000])
  const corner = computeGeometry(
    { width: 400, height: 200 },
    parseRenderQuery(new URLSearchParams('width=100&height=100&gravity=soea')),
  )
  expect(corner.crop).toEqual({ left: 100, top: 0, width: 100, height: 100 })
})

test('renders the requested size in an accepted format without metadata (storage 8)', async () => {
  await using storage = await setUp()
  await upload(storage, 'a.jpg', await (await createPicture(800, 600)).jpeg().toBuffer())
  const plain = await render(storage, 'a.jpg?width=200&height=200')
  expect(plain.headers.get('vary')).toBe('Accept')
  const picture = await readPicture(plain)
  expect([picture.format, picture.width, picture.height, picture.exif]).toEqual(['jpeg', 200, 200, undefined])
  const webp = await render(storage, 'a.jpg?width=200', { accept: 'image/avif,image/webp,*/*' })
  expect([webp.headers.get('content-type'), (await readPicture(webp)).height]).toEqual(['image/webp', 150])
  const origin = await render(storage, 'a.jpg?width=200&format=origin', { accept: 'image/webp' })
  expect([origin.headers.get('content-type'), origin.headers.get('vary')]).toEqual(['image/jpeg', null])
  const avif = await render(storage, 'a.jpg?width=200&format=avif')
  expect(avif.headers.get('content-type')).toBe('image/avif')
  const again = await render(storage, 'a.jpg?width=200', {
    accept: 'image/webp',
    'if-none-match': webp.headers.get('etag') ?? '',
  })
  expect(again.status).toBe(304)
  expect(plain.headers.get('etag')).not.toBe(webp.headers.get('etag'))
})

test('shows a progressive JPEG of a phone upright and in its colours at every scale (storage 8)', async () => {
  await using storage = await setUp()
  const [width, height] = [2400, 1600]
  const left = await sharp({ create: { width: width / 2, height, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const photo = sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .withIccProfile('p3')
    // The camera was turned by a quarter: the left of the file is the top of the photo.
    .withMetadata({ orientation: 6 })
  await upload(storage, 'phone.jpg', await photo.jpeg({ progressive: true }).toBuffer())
  for (const side of [1500, 700, 300, 150]) {
    const rendered = sharp(await (await render(storage, `phone.jpg?height=${side}`)).arrayBuffer())
    const { info, data } = await rendered.raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([Math.round((side * 2) / 3), side])
    const readPixel = (y: number) => [...data.subarray(y * info.width * 3, y * info.width * 3 + 3)]
    expect(readPixel(10)).toEqual([expect.closeTo(255, -1), expect.closeTo(0, -1), expect.closeTo(0, -1)])
    expect(readPixel(side - 10)).toEqual([expect.closeTo(0, -1), expect.closeTo(0, -1), expect.closeTo(255, -1)])
  }
})

test('sends only large JPEGs progressively (storage 8)', async () => {
  await using storage = await setUp()
  await upload(storage, 'a.jpg', await (await createPicture(1600, 1200)).jpeg().toBuffer())
  const isProgressive = async (width: number) =>
    (await readPicture(await render(storage, `a.jpg?width=${width}`))).isProgressive
  expect([await isProgressive(400), await isProgressive(1200)]).toEqual([false, true])
})

test('caches renderings on disk and deletes them with their source (storage 8)', async () => {
  await using storage = await setUp()
  const bucket = storage.admin.storage.from('pictures')
  await upload(storage, 'a.jpg', await (await createPicture(800, 600)).jpeg().toBuffer())
  const first = await (await render(storage, 'a.jpg?width=100')).arrayBuffer()
  const kept = async () =>
    (await readdir(join(storage.folder, 'storage/renders'), { recursive: true, withFileTypes: true })).filter((e) =>
      e.isFile(),
    )
  expect(await kept()).toHaveLength(1)
  expect(await (await render(storage, 'a.jpg?width=100')).arrayBuffer()).toEqual(first)
  await bucket.remove(['a.jpg'])
  expect(await (await render(storage, 'a.jpg?width=100')).json()).toMatchObject({ code: 'NoSuchKey' })
  await storage.database.connect('owner')`update storage.blob_deletions set not_before = now()`
  await storage.service.cleaner.deleteDue()
  expect(await kept()).toEqual([])
})

test('applies the signed transformation regardless of the query (storage 8)', async () => {
  await using storage = await setUp()
  await upload(storage, 'a.jpg', await (await createPicture(800, 600)).jpeg().toBuffer())
  const signed = await storage.admin.storage
    .from('pictures')
    .createSignedUrl('a.jpg', 60, { transform: { width: 100 } })
  const url = new URL(signed.data?.signedUrl ?? '')
  url.searchParams.set('width', '700')
  const response = await storage.request(url.pathname.replace('/storage/v1', '') + url.search)
  expect((await readPicture(response)).width).toBe(100)
})

test('applies policies to authenticated renderings, even in public buckets (storage 8)', async () => {
  await using storage = await setUp()
  await upload(storage, 'a.jpg', await (await createPicture(80, 60)).jpeg().toBuffer())
  const alice = await storage.as(ALICE)
  const hidden = await alice.storage.from('pictures').download('a.jpg', { transform: { width: 10 } })
  expect(hidden.error?.message).toBe('Object not found')
  const shown = await storage.admin.storage.from('pictures').download('a.jpg', { transform: { width: 10 } })
  expect(shown.data?.type).toBe('image/jpeg')
})

test('rejects options out of range (storage 8)', async () => {
  await using storage = await setUp()
  for (const query of ['width=-1', 'width=x', 'quality=10', 'resize=stretch', 'format=exe', 'gravity=fp']) {
    const response = await render(storage, `a.jpg?${query}`)
    expect([response.status, ((await response.json()) as { code: string }).code], query).toEqual([
      400,
      'InvalidRequest',
    ])
  }
})

test('accepts, clamps and reports options within range (storage 8)', async () => {
  await using storage = await setUp()
  await upload(storage, 'a.png', await (await createPicture(80, 40)).png().toBuffer(), 'image/png')
  const shape = async (query: string) => {
    const response = await render(storage, `a.png?${query}`)
    expect(response.status, query).toBe(200)
    expect(response.headers.get('x-transformations'), query).not.toBeNull()
    const { width, height } = await readPicture(response)
    return [width, height]
  }
  expect(await shape('width=9999&height=0')).toEqual([80, 40])
  expect(await shape('width=40&height=20&quality=20')).toEqual([40, 20])
  expect(await shape('quality=100')).toEqual([80, 40])
  for (const gravity of ['no', 'so', 'ea', 'we', 'noea', 'nowe', 'soea', 'sowe', 'ce', 'sm']) {
    expect(await shape(`width=20&height=20&gravity=${gravity}`)).toEqual([20, 20])
  }
  expect(await shape('width=20&height=20&gravity=fp&x_offset=0.5&y_offset=1')).toEqual([20, 20])
  for (const query of ['gravity=fp&x_offset=0.5&y_offset=2', 'gravity=up', 'quality=19', 'quality=101', 'width=1.5']) {
    expect(await (await render(storage, `a.png?${query}`)).json(), query).toMatchObject({ code: 'InvalidRequest' })
  }
  const named = await render(storage, 'a.png?width=10&download=small.png')
  expect(named.headers.get('content-disposition')).toContain('filename=small.png')
})

test('rejects SVG and anything that is not an image, regardless of its declared type (storage 8)', async () => {
  await using storage = await setUp()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const [index, text] of [svg, '<html></html>', '', 'GIF89a', '\xff\xd8\xff\xe0'].entries()) {
    await upload(storage, `${index}.jpg`, new TextEncoder().encode(text))
    expect(await (await render(storage, `${index}.jpg?width=10`)).json()).toMatchObject({
      code: 'InvalidRequest',
      message: 'The source image is invalid or unsupported for rendering',
    })
  }
})

test.skipIf(!hasSamples)(
  'rejects hostile and broken samples with flat memory (skipped without ../shared/data)',
  async () => {
    await using storage = await createTestStorage()
    await storage.admin.storage.createBucket('pictures', { public: true })
    const expected: Record<string, string> = {
      'bomb-65536x65536.png': 'The source image resolution is too large to process',
      'bomb-giant.jpg': 'The source image resolution is too large to process',
      'broken-truncated.jpg': 'The source image is invalid or unsupported for rendering',
      'broken-truncated.png': 'The source image is invalid or unsupported for rendering',
      'broken-corrupt-header.jpg': 'The source image is invalid or unsupported for rendering',
      'mismatch-html-named.jpg': 'The source image is invalid or unsupported for rendering',
      'hostile-svg-script.svg': 'The source image is invalid or unsupported for rendering',
      'heic-iphone.heic': 'The source image is invalid or unsupported for rendering',
    }
    const before = process.memoryUsage().rss
    for (const [name, message] of Object.entries(expected)) {
      await upload(storage, name, await readFile(join(SAMPLES, name)))
      const response = await render(storage, `${name}?width=400`)
      expect([name, response.status, ((await response.json()) as { message: string }).message]).toEqual([
        name,
        400,
        message,
      ])
    }
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(300)
  },
)

test.skipIf(!hasSamples)('renders every valid sample upright (skipped without ../shared/data)', async () => {
  await using storage = await setUp()
  const names = (await readdir(SAMPLES)).filter((name) =>
    /^(jpeg|png|webp|gif|avif|tiff|mismatch-png|hostile-xss)/.test(name),
  )
  for (const name of names) {
    await upload(storage, name, await readFile(join(SAMPLES, name)))
    const response = await render(storage, `${name}?width=200`, { accept: 'image/webp' })
    expect([name, response.status]).toEqual([name, 200])
    const picture = await readPicture(response)
    expect([name, picture.format, picture.exif, picture.xmp]).toEqual([name, 'webp', undefined, undefined])
    if (name.includes('portrait')) expect(picture.height).toBeGreaterThan(picture.width)
    if (name.includes('landscape')) expect(picture.width).toBeGreaterThan(picture.height)
  }
  const purge = await storage.request('/cdn/', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${TEST_KEYS.secretKey}` },
  })
  expect(await purge.json()).toEqual({ message: 'success' })
})
