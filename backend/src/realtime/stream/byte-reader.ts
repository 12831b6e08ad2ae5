/** Reads the fields of a protocol message one after another. Throws RangeError behind its end. */
export interface ByteReader {
  byte(): number
  char(): string
  int16(): number
  int32(): number
  int64(): bigint
  /** Text that ends with NUL. */
  name(): string
  text(length: number): string
  bytes(length: number): Buffer
}

export function createByteReader(buffer: Buffer): ByteReader {
  let position = 0
  const advance = (length: number): number => {
    const start = position
    position += length
    if (position > buffer.length) throw new RangeError('A message of the stream is too short.')
    return start
  }
  const byte = () => buffer.readUInt8(advance(1))
  const text = (length: number): string => {
    const start = advance(length)
    return buffer.toString('utf8', start, start + length)
  }
  return {
    byte,
    char: () => String.fromCharCode(byte()),
    int16: () => buffer.readUInt16BE(advance(2)),
    int32: () => buffer.readUInt32BE(advance(4)),
    int64: () => buffer.readBigUInt64BE(advance(8)),
    name: () => {
      const end = buffer.indexOf(0, position)
      if (end < 0) throw new RangeError('A name of the stream has no end.')
      const value = text(end - position)
      advance(1)
      return value
    },
    text,
    bytes: (length) => {
      const start = advance(length)
      return Buffer.from(buffer.subarray(start, start + length))
    },
  }
}
