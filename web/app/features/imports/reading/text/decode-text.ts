import chardet from 'chardet'

/** The number of bytes from which an encoding is detected. */
const SAMPLE_BYTES = 65_536

/**
 * Decodes a text file. The encoding is that of the byte order mark, else UTF-8 if the bytes are valid, else that of the
 * XML declaration, else the most likely one. Never returns U+FFFD for a text that has another encoding.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = findByteOrderMark(bytes) ?? findWideEncoding(bytes)
  if (marked) return decode(bytes, marked)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeDamaged(bytes) ?? decodeLegacy(bytes)
  }
}

/** Decodes UTF-8 with a few damaged bytes, which are left out. Undefined if it is more likely another encoding. */
function decodeDamaged(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes)
  const damaged = text.match(/\ufffd/g)?.length ?? 0
  const letters = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0
  return letters > 10 * damaged ? text.replaceAll('\ufffd', '') : undefined
}

function decodeLegacy(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(start)?.[1]
  if (declared && !/^utf-?8$/i.test(declared)) return decode(bytes, declared)
  return decode(bytes, isMacRoman(sample) ? 'macintosh' : (chardet.detect(sample) ?? 'windows-1252'))
}

/** Bytes that are letters of Western Europe in Mac OS Roman, but signs or rare letters in Windows-1252. */
const MAC_LETTERS = new Set([
  0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8d, 0x8e, 0x8f, 0x90, 0x94, 0x98, 0x99, 0x9a, 0x9d, 0x9e, 0x9f, 0xa7,
])

/**
 * Returns true if a text is more likely Mac OS Roman than Windows-1252. Excel for Mac writes this encoding, and
 * encoding detectors miss it. Of the non-ASCII bytes next to letters, more than four times as many must be letters in
 * Mac OS Roman as in Windows-1252.
 */
function isMacRoman(bytes: Uint8Array): boolean {
  let [mac, windows] = [0, 0]
  for (let index = 1; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0
    if (byte < 0x80 || !(isLetter(bytes[index - 1]) || isLetter(bytes[index + 1]))) continue
    if (MAC_LETTERS.has(byte)) mac += 1
    else if (byte >= 0xc0) windows += 1
  }
  return mac > 0 && mac > 4 * windows
}

function isLetter(byte = 0): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a)
}

function decode(bytes: Uint8Array, encoding: string): string {
  // Damaged UTF-8 is easier to read as Western European text than with replacement characters.
  const label = /^utf-?8$|^ascii$/i.test(encoding) ? 'windows-1252' : encoding
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function findByteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

/** Finds UTF-16 without a mark by the zero bytes of its first, usually Latin, characters. */
function findWideEncoding(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0]
  const length = Math.min(bytes.length, 64)
  for (let index = 0; index < length; index += 1) if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > length / 4 && even === 0) return 'utf-16le'
  if (even > length / 4 && odd === 0) return 'utf-16be'
  return undefined
}
