import { inflateSync, strFromU8 } from 'fflate'
import { UnreadableFileError } from '../read-place.ts'

/** A file of a ZIP archive, as the directory at its end describes it. */
export interface ZipEntry {
  name: string
  /** Bytes after unpacking, as the archive states them. */
  size: number
  packedSize: number
  offset: number
  method: number
  isEncrypted: boolean
}

const END_BYTES = 22
/** The maximum length of the comment after the end record. */
const MAX_COMMENT_BYTES = 65_535
const MAX_DIRECTORY_BYTES = 32 * 1024 * 1024
const ENTRY_BYTES = 46
const HEADER_BYTES = 30
const UTF8_FLAG = 2048
const STORED = 0
const DEFLATED = 8
const DAMAGED = 'The archive is damaged. Please download it again.'
const ZIP64 = 'The archive is larger than 4 GB. Split it first.'

/**
 * Lists the files of a ZIP archive without reading the rest of it, so that archives of any size take little memory.
 * Throws UnreadableFileError.
 */
export async function listZipEntries(archive: Blob): Promise<ZipEntry[]> {
  const from = Math.max(0, archive.size - END_BYTES - MAX_COMMENT_BYTES)
  const tail = await readBytes(archive, from, archive.size)
  const end = findEnd(tail)
  const length = tail.getUint32(end + 12, true)
  const start = tail.getUint32(end + 16, true)
  if (start === 0xffffffff || length === 0xffffffff) throw new UnreadableFileError(ZIP64)
  if (start + length > archive.size || length > MAX_DIRECTORY_BYTES) throw new UnreadableFileError(DAMAGED)
  const directory = await readBytes(archive, start, start + length)
  const entries: ZipEntry[] = []
  for (let at = 0; at + ENTRY_BYTES <= length && directory.getUint32(at, true) === 0x02014b50; ) {
    const nameLength = directory.getUint16(at + 28, true)
    entries.push(readEntry(directory, at, nameLength))
    at += ENTRY_BYTES + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
  }
  return entries
}

/**
 * Opens one file of an archive. One that is stored as it is takes no memory, whatever its size; others are unpacked up to
 * `maxBytes` bytes. Throws UnreadableFileError.
 */
export async function openZipEntry(archive: Blob, entry: ZipEntry, maxBytes: number): Promise<Blob> {
  if (entry.method !== STORED) return new Blob([await readZipEntry(archive, entry, maxBytes)])
  const start = await findContent(archive, entry)
  return archive.slice(start, start + entry.size)
}

/**
 * Unpacks one file of an archive, up to its size in the directory and at most `most` bytes. Throws UnreadableFileError.
 */
export async function readZipEntry(archive: Blob, entry: ZipEntry, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.size > maxBytes)
    throw new UnreadableFileError(`It is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`)
  const start = await findContent(archive, entry)
  const isPacked = entry.method === DEFLATED
  if (!isPacked && entry.method !== STORED)
    throw new UnreadableFileError('It is compressed in a way that we cannot read.')
  const length = isPacked ? entry.packedSize : entry.size
  const packed = new Uint8Array(await archive.slice(start, start + length).arrayBuffer())
  if (packed.length < length) throw new UnreadableFileError(DAMAGED)
  if (!isPacked) return packed
  const content = inflate(packed, entry.size)
  if (!content) throw new UnreadableFileError(DAMAGED)
  return content
}

/** Unpacks an entry. Undefined if it is damaged, or has more bytes than its archive states. */
function inflate(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> | undefined {
  try {
    // Bytes that do not fit are dropped without an error. If the extra byte is used, the entry is too long.
    const content = inflateSync(packed, { out: new Uint8Array(size + 1) }) as Uint8Array<ArrayBuffer>
    return content.length > size ? undefined : content
  } catch {
    return undefined
  }
}

/** Finds where the content of an entry begins. */
async function findContent(archive: Blob, { isEncrypted, offset }: ZipEntry): Promise<number> {
  if (isEncrypted) throw new UnreadableFileError('It is protected with a password.')
  const header = await readBytes(archive, offset, offset + HEADER_BYTES)
  if (header.byteLength < HEADER_BYTES || header.getUint32(0, true) !== 0x04034b50)
    throw new UnreadableFileError(DAMAGED)
  return offset + HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true)
}

/** The letters of the bytes 0x80 to 0xA5 in code page 850, which Windows writes in Western Europe. */
const OEM_LETTERS = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑ'

/**
 * Returns the name of a file as the program that packed it meant it. Without the UTF-8 flag, names are read as Latin-1.
 * The Finder and others write UTF-8 without the flag, with accents separate from their letters. Windows writes code
 * page 850, whose letters are control characters in Latin-1.
 */
export function repairName(name: string): string {
  if (/[\u0100-\uffff]/.test(name)) return name.normalize('NFC')
  try {
    const bytes = Uint8Array.from(name, (letter) => letter.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).normalize('NFC')
  } catch {
    return /[\u0080-\u009f]/.test(name)
      ? name.replace(/[\u0080-\u00a5\u00e1]/g, (byte) => OEM_LETTERS[byte.charCodeAt(0) - 0x80] ?? 'ß')
      : name
  }
}

async function readBytes(archive: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await archive.slice(from, to).arrayBuffer())
}

function findEnd(tail: DataView): number {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) if (tail.getUint32(at, true) === 0x06054b50) return at
  throw new UnreadableFileError(DAMAGED)
}

function readEntry(directory: DataView, at: number, nameLength: number): ZipEntry {
  const flags = directory.getUint16(at + 8, true)
  const name = new Uint8Array(directory.buffer, directory.byteOffset + at + ENTRY_BYTES, nameLength)
  return {
    name: repairName(strFromU8(name, (flags & UTF8_FLAG) === 0)),
    size: directory.getUint32(at + 24, true),
    packedSize: directory.getUint32(at + 20, true),
    offset: directory.getUint32(at + 42, true),
    method: directory.getUint16(at + 10, true),
    isEncrypted: (flags & 1) === 1,
  }
}
