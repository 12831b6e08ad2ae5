import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ExifReader from 'exifreader'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { PhotoError } from '../photo-error.ts'
import { type ProcessedPhoto, processPhoto } from './photo-processing.server.ts'

const SAMPLES = join(import.meta.dirname, '../../../../../../shared/data/images')
const hasSamples = existsSync(SAMPLES)
const SKIPPED = '(skipped without ../shared/data)'

const readSample = async (name: string) => new Blob([await readFile(join(SAMPLES, name))])
const toBlob = (content: Buffer | string) => new Blob([new Uint8Array(Buffer.from(content))])

function createPicture(width: number, height: number, options: { alpha?: number } = {}) {
  const background = { r: 200, g: 80, b: 20, alpha: options.alpha ?? 1 }
  return sharp({ create: { width, height, channels: options.alpha === undefined ? 3 : 4, background } })
}

/** Returns code and message of the error that a photo was rejected with. */
async function findRejection(file: Blob): Promise<[code: string, message: string]> {
  return processPhoto(file).then(
    () => ['accepted', ''],
    (error: PhotoError) => [error.code, error.message],
  )
}

async function expectClean(photo: ProcessedPhoto): Promise<void> {
  for (const { content, width, format } of photo.files) {
    const metadata = await sharp(content).metadata()
    expect([metadata.format, metadata.width]).toEqual([format === 'avif' ? 'heif' : format, width])
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual(Array(4).fill(undefined))
    expect(metadata.space).toBe('srgb')
    const tags = ExifReader.load(content, { expanded: true })
    expect([tags.gps, tags.xmp, tags.exif?.DateTimeOriginal]).toEqual([undefined, undefined, undefined])
  }
}

test('returns an upright photo in every size up to the original, with a placeholder', async () => {
  const source = await createPicture(1200, 900).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const photo = await processPhoto(toBlob(source))
  expect([photo.width, photo.height]).toEqual([900, 1200])
  expect(photo.files.map(({ width, format }) => `${width}.${format}`).sort()).toEqual([
    '480.avif',
    '480.webp',
    '900.avif',
    '900.webp',
  ])
  expect(Buffer.from(photo.placeholder, 'base64').length).toBeGreaterThan(4)
  await expectClean(photo)
})

test('reads position and time with their time zone and strips them from all files', async () => {
  const exif = {
    IFD0: { Copyright: 'someone' },
    IFD2: { DateTimeOriginal: '2024:05:06 07:08:09', OffsetTimeOriginal: '+02:00' },
    IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '70/1 36/1 0/1' },
  }
  const photo = await processPhoto(toBlob(await createPicture(600, 400).withExif(exif).jpeg().toBuffer()))
  expect(photo.takenAt).toBe('2024-05-06T05:08:09.000Z')
  expect(photo.position?.lat).toBeCloseTo(-33.5, 5)
  expect(photo.position?.lng).toBeCloseTo(-70.6, 5)
  await expectClean(photo)
})

test('ignores empty, impossible and zero positions', async () => {
  for (const GPSLatitude of ['0/0 0/0 0/0', '95/1 0/1 0/1', '0/1 0/1 0/1']) {
    const gps = { GPSLatitudeRef: 'N', GPSLatitude, GPSLongitudeRef: 'E', GPSLongitude: GPSLatitude }
    const source = await createPicture(60, 40).withExif({ IFD3: gps }).jpeg().toBuffer()
    expect((await processPhoto(toBlob(source))).position, GPSLatitude).toBeNull()
  }
})

test('keeps transparency and converts colours of a wide profile', async () => {
  const transparent = await processPhoto(toBlob(await createPicture(100, 100, { alpha: 0 }).png().toBuffer()))
  const webp = transparent.files.find((file) => file.format === 'webp')
  expect((await sharp(webp?.content).stats()).channels[3]?.mean).toBe(0)
  // The brightest red of Display P3 is outside sRGB; a red inside it has a larger value in sRGB than in P3.
  const p3 = await createPicture(100, 100).withIccProfile('p3').png().toBuffer()
  const converted = await processPhoto(toBlob(p3))
  const stats = await sharp(converted.files.find((file) => file.format === 'webp')?.content).stats()
  expect(Math.abs((stats.channels[0]?.mean ?? 0) - 200)).toBeLessThan(6)
})

test('names the actual format of files that are not photos', async () => {
  const rejections = {
    '': 'This file is empty. ',
    '<svg xmlns="http://www.w3.org/2000/svg"/>': 'This is an SVG drawing. ',
    '<!doctype html><p>photo.jpg': 'This is a web page and not a photo. ',
    'II*\0rest of a TIFF': 'This is a TIFF or raw picture. ',
    '\0\0\0\x20ftypisom': 'This is a video. ',
    'GPX and such': 'This file is not a photo. ',
  }
  for (const [content, sentence] of Object.entries(rejections)) {
    expect(await findRejection(toBlob(Buffer.from(content, 'latin1')))).toEqual([
      'unsupported',
      `${sentence}Please choose a JPEG, PNG, WebP, AVIF or HEIC photo.`,
    ])
  }
})

test('rejects damaged photos of every format', async () => {
  const whole = await createPicture(800, 600).jpeg().toBuffer()
  const damaged = [
    whole.subarray(0, whole.length / 2),
    (await createPicture(800, 600).png().toBuffer()).subarray(0, 300),
    Buffer.from('GIF89a'),
    Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1avif', 'latin1'),
  ]
  for (const content of damaged) {
    expect(await findRejection(toBlob(content))).toEqual([
      'damaged',
      'This photo is damaged or incomplete. Please choose another copy of it.',
    ])
  }
})

test('rejects files and pictures beyond the limits before decoding them', async () => {
  const large = await findRejection(new Blob([new Uint8Array(25 * 1024 * 1024 + 1)]))
  expect(large).toEqual(['too_large', 'This file is 26 MB; at most 25 MB are accepted. Please choose a smaller one.'])
  // A PNG that claims 65,000 × 65,000 pixels but contains none.
  const bomb = await createPicture(20, 20).png().toBuffer()
  bomb.writeUInt32BE(65_000, 16)
  bomb.writeUInt32BE(65_000, 20)
  const { crc32 } = await import('node:zlib')
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
  expect((await findRejection(toBlob(bomb)))[0]).toBe('too_many_pixels')
  expect((await findRejection(toBlob(await createPicture(1, 1).png().toBuffer())))[0]).toBe('too_small')
  expect((await findRejection(toBlob(await createPicture(20, 400).png().toBuffer())))[0]).toBe('too_narrow')
})

test.skipIf(!hasSamples)(
  `accepts, rotates, locates and strips valid samples ${SKIPPED}`,
  async () => {
    const expected: Record<string, { size: [number, number]; position?: [lat: number, lng: number] }> = {
      'jpeg-gps-nikon.jpg': { size: [640, 480], position: [43.4674, 11.8851] },
      'jpeg-gps-empty-tags.jpg': { size: [4640, 3472] },
      'jpeg-tiny-gps.jpg': { size: [150, 100], position: [39, -108] },
      'jpeg-orientation-3-landscape.jpg': { size: [600, 450] },
      'jpeg-orientation-6-portrait.jpg': { size: [450, 600] },
      'jpeg-progressive.jpg': { size: [600, 450] },
      'jpeg-phone-jolla.jpg': { size: [3264, 2448] },
      'heic-iphone.heic': { size: [4032, 3024], position: [41.2203, -96.0716] },
      'heif-small.heif': { size: [640, 426] },
      'avif-8bit.avif': { size: [1617, 1080] },
      'avif-pitm.avif': { size: [4096, 800] },
      'webp-denali.webp': { size: [600, 315] },
      'webp-animated.webp': { size: [80, 80] },
      'gif-animated.gif': { size: [80, 80] },
      'png-16bit-transparent.png': { size: [32, 32] },
    }
    for (const [name, { size, position }] of Object.entries(expected)) {
      const photo = await processPhoto(await readSample(name))
      expect([name, photo.width, photo.height]).toEqual([name, ...size])
      expect([name, photo.position?.lat.toFixed(4), photo.position?.lng.toFixed(4)]).toEqual([
        name,
        position?.[0].toFixed(4),
        position?.[1].toFixed(4),
      ])
      await expectClean(photo)
    }
  },
  120_000,
)

test.skipIf(!hasSamples)(
  `accepts every other sample without metadata or rejects it with a message ${SKIPPED}`,
  async () => {
    const rejected: Record<string, string> = {
      'bomb-65536x65536.png': 'too_many_pixels',
      'bomb-giant.jpg': 'too_many_pixels',
      'broken-corrupt-header.jpg': 'damaged',
      'broken-truncated.jpg': 'damaged',
      'broken-truncated.png': 'damaged',
      'gif-tiny.gif': 'too_small',
      'png-1x1.png': 'too_small',
      'hostile-svg-script.svg': 'unsupported',
      'mismatch-html-named.jpg': 'unsupported',
      'tiff-small.tiff': 'unsupported',
    }
    const before = process.memoryUsage().rss
    for (const [name, code] of Object.entries(rejected)) {
      expect([name, (await findRejection(await readSample(name)))[0]]).toEqual([name, code])
    }
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(200)
    const taken = [
      'mismatch-png-named.jpg',
      'jpeg-cmyk-no-profile.jpg',
      'hostile-xss-in-exif.jpg',
      'hostile-xss-in-png-metadata.png',
    ]
    for (const name of taken) {
      const photo = await processPhoto(await readSample(name))
      await expectClean(photo)
      for (const { content } of photo.files) expect(content.includes('<script')).toBe(false)
    }
    const known = new Set([...Object.keys(rejected), ...taken])
    const names = (await readdir(SAMPLES)).filter((name) => !known.has(name))
    expect(names.filter((name) => /bomb|broken|hostile|mismatch/.test(name))).toEqual([])
  },
  120_000,
)

test.skipIf(!hasSamples)(`does not invert the colours of a CMYK photo ${SKIPPED}`, async () => {
  const photo = await processPhoto(await readSample('jpeg-cmyk-no-profile.jpg'))
  const reference = await sharp(join(SAMPLES, 'jpeg-cmyk-no-profile.jpg'))
    .resize(64)
    .toColourspace('srgb')
    .png()
    .toBuffer()
  const [expected, actual] = await Promise.all([
    sharp(reference).stats(),
    sharp(photo.files[0]?.content).removeAlpha().stats(),
  ])
  for (const [index, channel] of expected.channels.slice(0, 3).entries()) {
    expect(Math.abs(channel.mean - (actual.channels[index]?.mean ?? 0))).toBeLessThan(12)
  }
})

test('keeps the process running when a HEIC decode fails', async () => {
  const rejections = await Promise.all(
    Array.from({ length: 6 }, () => findRejection(toBlob(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')))),
  )
  expect(rejections.map(([code]) => code)).toEqual(Array(6).fill('damaged'))
})
