import { Gunzip } from 'fflate'
import { READING_LIMITS, UnreadableFileError } from '../read-place.ts'
import { TOO_LARGE } from './unpack.ts'

const DAMAGED_FILE = 'The file is damaged. Please download it again.'

/** Returns true if the bytes are gzip. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** Unpacks a gzip file, up to the limit. Throws UnreadableFileError. */
export function gunzip(bytes: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = []
  let total = 0
  const stream = new Gunzip((chunk) => {
    total += chunk.length
    if (total > READING_LIMITS.textBytes) throw new UnreadableFileError(TOO_LARGE)
    chunks.push(chunk)
  })
  try {
    // The limit is checked after each step, which can unpack to a thousand times its size.
    const step = 4096
    for (let index = 0; index < bytes.length; index += step) {
      stream.push(bytes.subarray(index, index + step), index + step >= bytes.length)
    }
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error
    throw new UnreadableFileError(DAMAGED_FILE)
  }
  // The last four bytes of a whole file state its size. A file of several parts states that of the last one.
  const { buffer, byteOffset, length } = bytes
  const stated = length > 18 ? new DataView(buffer, byteOffset).getUint32(length - 4, true) : 0
  if (stated > total) throw new UnreadableFileError(DAMAGED_FILE)
  const whole = new Uint8Array(total)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}
