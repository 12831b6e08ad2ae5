import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress, constants, crc32, createBrotliCompress, createDeflateRaw, gunzip } from 'node:zlib'
import { joinPlain } from './page-response.ts'

export type PageEncoding = 'br' | 'gzip'

/**
 * A page compressed once. The nonce goes between its parts, in blocks that both formats store uncompressed, so each
 * response only joins the parts.
 */
export interface EncodedPage {
  bytes: number
  write: (nonce: string) => Buffer<ArrayBuffer>
}

/** Higher levels save a few per cent and take several times as long. */
const BROTLI_QUALITY = 5
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/**
 * The last letters of a nonce, always the same, because the Brotli decoder chooses codes by the two preceding bytes.
 */
const NONCE_END = 'AA'
const RANDOM_BYTES = 16
/**
 * The number of attempts. Placeholders are random, so a compressor may by chance find one in another; the next ones
 * then differ.
 */
const ATTEMPTS = 4
/** The lowest byte that never occurs in UTF-8 text. */
const FIRST_INVALID_BYTE = 0xf5

/** Returns a nonce that fits between the parts of an encoded page. */
export function createNonce(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url') + NONCE_END
}

/**
 * Returns as many bytes as a nonce has. No two or more of them in a row occur in any page, so the compressor never
 * refers to them.
 */
function createPlaceholder(): Buffer {
  const bytes = randomBytes(createNonce().length)
  for (let place = 0; place < bytes.length; place += 2) {
    bytes[place] = FIRST_INVALID_BYTE + ((bytes[place] ?? 0) % (256 - FIRST_INVALID_BYTE))
  }
  bytes.write(NONCE_END, bytes.length - NONCE_END.length)
  return bytes
}

/** Compresses a page that was split at its nonce. Returns undefined if no attempt decodes to the page. */
export async function encodePage(parts: readonly Buffer[], encoding: PageEncoding): Promise<EncodedPage | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const page = await tryEncoding(parts, encoding)
    if (page) return page
  }
  return undefined
}

async function tryEncoding(parts: readonly Buffer[], encoding: PageEncoding): Promise<EncodedPage | undefined> {
  const segments = await compressSegments(parts, encoding)
  const bytes = segments.reduce((sum, { length }) => sum + length, 0)
  const page = { bytes, write: (nonce: string) => join(segments, parts, nonce, encoding) }
  const nonce = createNonce()
  const decode = promisify(encoding === 'br' ? brotliDecompress : gunzip)
  const decoded = await decode(page.write(nonce)).catch(() => undefined)
  return decoded && Buffer.from(decoded).equals(joinPlain(parts, nonce)) ? page : undefined
}

function join(
  segments: readonly Buffer[],
  parts: readonly Buffer[],
  nonce: string,
  encoding: PageEncoding,
): Buffer<ArrayBuffer> {
  const block = Buffer.concat([describeBlock(nonce.length, encoding), Buffer.from(nonce)])
  const body = segments.flatMap((segment, index) => (index === 0 ? [segment] : [block, segment]))
  return Buffer.concat(encoding === 'br' ? body : [GZIP_HEADER, ...body, writeTrailer(parts, nonce)])
}

/** Returns the header of a block that is stored uncompressed, from the next byte on. */
function describeBlock(length: number, encoding: PageEncoding): Buffer {
  const header = Buffer.alloc(encoding === 'br' ? 3 : 5)
  // RFC 7932, 9.2: ISLAST 0, MNIBBLES 4, MLEN - 1, ISUNCOMPRESSED 1. RFC 1951, 3.2.4: BFINAL 0, BTYPE 00, LEN, NLEN.
  if (encoding === 'br') header.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3)
  else {
    header.writeUInt16LE(length, 1)
    header.writeUInt16LE(~length & 0xffff, 3)
  }
  return header
}

function writeTrailer(parts: readonly Buffer[], nonce: string): Buffer {
  const trailer = Buffer.alloc(8)
  let [sum, length] = [0, 0]
  for (const [index, part] of parts.entries()) {
    sum = crc32(part, index === 0 ? sum : crc32(nonce, sum))
    length += part.length + (index === 0 ? 0 : nonce.length)
  }
  trailer.writeUInt32LE(sum, 0)
  trailer.writeUInt32LE(length % 2 ** 32, 4)
  return trailer
}

/** Compresses each part to whole bytes. The compressor sees a placeholder for each nonce, so that its distances fit. */
async function compressSegments(parts: readonly Buffer[], encoding: PageEncoding): Promise<Buffer[]> {
  const isBrotli = encoding === 'br'
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  const compressor = isBrotli
    ? createBrotliCompress({
        params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: size },
      })
    : createDeflateRaw()
  const flush = promisify(compressor.flush.bind(compressor) as (kind: number, done: () => void) => void)
  let chunks: Buffer[] = []
  compressor.on('data', (chunk: Buffer) => chunks.push(chunk))
  const failed = new Promise<never>((_, reject) => compressor.once('error', reject))
  const compress = async (data: Buffer) => {
    compressor.write(data)
    await Promise.race([flush(isBrotli ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH), failed])
    const made = Buffer.concat(chunks)
    chunks = []
    return made
  }
  const segments: Buffer[] = []
  for (const [index, part] of parts.entries()) {
    if (index > 0) await compress(createPlaceholder())
    segments.push(await compress(part))
  }
  const ended = new Promise((resolve) => compressor.once('end', resolve))
  compressor.end()
  await Promise.race([ended, failed])
  segments.push(Buffer.concat([segments.pop() ?? Buffer.alloc(0), ...chunks]))
  return segments
}
