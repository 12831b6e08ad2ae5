import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { createConcurrencyGate } from '#app/lib/concurrency-gate.server.ts'
import { PhotoError } from '../photo-error.ts'
import { listPhotoWidths, type PhotoFormat, widestPhoto } from '../photo-sizes.ts'
import { decodeHeic } from './heic-decoder.server.ts'
import { type PhotoFacts, readPhotoFacts } from './photo-facts.server.ts'
import { requireSourceFormat } from './photo-format.server.ts'
import { damagedPhoto, PIXEL_LIMIT, requireFileSize, requirePictureSize } from './photo-limits.server.ts'
import { attachColourProfile } from './png-profile.server.ts'

const TIMEOUT_SECONDS = 20
/** The longer side of the image that the placeholder is computed from; thumbhash accepts at most 100. */
const PLACEHOLDER_SIDE = 64
/**
 * Measured with a 12-megapixel photo: one more step of effort doubles the time of AVIF and saves less than 2 % of its
 * bytes.
 */
const ENCODERS: Record<PhotoFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 52, effort: 1 }),
  webp: (image) => image.webp({ quality: 78, effort: 3 }),
}

/** A processed photo, ready to be stored. Its files contain no metadata. */
export interface ProcessedPhoto extends PhotoFacts {
  /** Dimensions of the upright original, in pixels. */
  width: number
  height: number
  /** A thumbhash in base64. */
  placeholder: string
  files: PhotoFile[]
}

interface PhotoFile {
  width: number
  format: PhotoFormat
  content: Buffer
}

// Decoded uploads must not stay in memory.
sharp.cache(false)

/** Decoding takes hundreds of megabytes per picture, so a small machine can process two at the same time. */
const gate = createConcurrencyGate({
  running: 2,
  waiting: 40,
  createError: () => new PhotoError('busy', 'Too many photos are being processed. Please try again in a minute.'),
})

/**
 * Reads position and time, turns the photo upright, converts it to sRGB, strips all metadata and creates every stored
 * size. The format is detected by content, not by name. Throws {@link PhotoError} with a message for the sender.
 */
export async function processPhoto(file: Blob): Promise<ProcessedPhoto> {
  requireFileSize(file.size)
  const content = new Uint8Array(await file.arrayBuffer())
  return gate(async () => {
    try {
      return await processContent(content)
    } catch (error) {
      throw error instanceof PhotoError ? error : damagedPhoto(error)
    }
  })
}

async function processContent(content: Uint8Array): Promise<ProcessedPhoto> {
  const format = requireSourceFormat(content)
  const base = format === 'heic' ? await readHeic(content) : await readPicture(content)
  const { pixels, width, height } = base
  const [files, placeholder] = [await encodeFiles(pixels, width), await createPlaceholder(pixels)]
  return { ...readPhotoFacts(content), width, height, placeholder, files }
}

/** Returns the upright picture in sRGB, no wider than the widest stored size, with the dimensions of the original. */
interface BasePicture {
  pixels: RawPicture
  width: number
  height: number
}

interface RawPicture {
  data: Buffer
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

async function readPicture(content: Uint8Array): Promise<BasePicture> {
  // The header holds the dimensions, so a decompression bomb is rejected before any pixel is decoded.
  const { autoOrient } = await sharp(content, { limitInputPixels: false }).metadata()
  const { width, height } = autoOrient
  requirePictureSize(width, height)
  const image = sharp(content, { limitInputPixels: PIXEL_LIMIT, failOn: 'error', sequentialRead: true })
  return { pixels: await toBasePixels(image.autoOrient(), width), width, height }
}

async function readHeic(content: Uint8Array): Promise<BasePicture> {
  const { icc } = await sharp(content, { limitInputPixels: false }).metadata()
  const { pixels, width, height } = await decodeHeic(content, widestPhoto(Number.POSITIVE_INFINITY))
  requirePictureSize(width, height)
  const image = sharp(pixels.data, { raw: pixels.raw })
  if (!icc) return { pixels: await toBasePixels(image, width), width, height }
  // Raw pixels carry no profile, and phones shoot in Display P3. An intermediate PNG combines the two.
  const small = await resizeToBase(image, width).png({ compressionLevel: 0 }).toBuffer()
  return { pixels: await toBasePixels(sharp(attachColourProfile(small, icc)), width), width, height }
}

async function toBasePixels(image: Sharp, originalWidth: number): Promise<RawPicture> {
  const { data, info } = await resizeToBase(image, originalWidth)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } }
}

function resizeToBase(image: Sharp, originalWidth: number): Sharp {
  return image.resize({ width: Math.max(...listPhotoWidths(originalWidth)), withoutEnlargement: true })
}

async function encodeFiles({ data, raw }: RawPicture, originalWidth: number): Promise<PhotoFile[]> {
  const wanted = listPhotoWidths(originalWidth).flatMap((width) => [
    { width, format: 'webp' as const },
    { width, format: 'avif' as const },
  ])
  return Promise.all(
    wanted.map(async ({ width, format }) => {
      const image = sharp(data, { raw }).resize({ width, withoutEnlargement: true })
      return { width, format, content: await ENCODERS[format](image).timeout({ seconds: TIMEOUT_SECONDS }).toBuffer() }
    }),
  )
}

async function createPlaceholder({ data, raw }: RawPicture): Promise<string> {
  const { data: rgba, info } = await sharp(data, { raw })
    .resize(PLACEHOLDER_SIDE, PLACEHOLDER_SIDE, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, rgba)).toString('base64')
}
