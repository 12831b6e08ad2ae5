import { PhotoError } from '../photo-error.ts'

/** The accepted formats. They are detected by content; file names and declared types are ignored. */
export type SourceFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic'

const ACCEPTED = 'Please choose a JPEG, PNG, WebP, AVIF or HEIC photo.'
const HEIC_BRANDS = /heic|heix|hevc|hevx|heim|heis|mif1|msf1/

/** Returns the format of a file by its first bytes. Throws {@link PhotoError} for all other formats. */
export function requireSourceFormat(content: Uint8Array): SourceFormat {
  const head = Buffer.from(content.subarray(0, 1024)).toString('latin1')
  const format = findSourceFormat(head)
  if (format) return format
  throw new PhotoError('unsupported', `${describeOther(head)} ${ACCEPTED}`)
}

function findSourceFormat(head: string): SourceFormat | undefined {
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  if (head.slice(4, 8) !== 'ftyp') return undefined
  const brands = head.slice(8, 48)
  if (/avi[fs]/.test(brands)) return 'avif'
  return HEIC_BRANDS.test(brands) ? 'heic' : undefined
}

function describeOther(head: string): string {
  if (head === '') return 'This file is empty.'
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'This is a TIFF or raw picture.'
  if (/<svg[\s>]/i.test(head)) return 'This is an SVG drawing.'
  if (head.slice(4, 8) === 'ftyp') return 'This is a video.'
  if (/<(!doctype|html|head|body)/i.test(head)) return 'This is a web page and not a photo.'
  return 'This file is not a photo.'
}
