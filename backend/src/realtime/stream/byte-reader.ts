/** Reads the fields of a protocol message in order. Throws RangeError beyond its end. */
export class ByteReader {
  readonly #buffer: Buffer
  #position = 0

  constructor(buffer: Buffer) {
    this.#buffer = buffer
  }

  byte(): number {
    return this.#buffer.readUInt8(this.#advance(1))
  }

  char(): string {
    return String.fromCharCode(this.byte())
  }

  int16(): number {
    return this.#buffer.readUInt16BE(this.#advance(2))
  }

  int32(): number {
    return this.#buffer.readUInt32BE(this.#advance(4))
  }

  int64(): bigint {
    return this.#buffer.readBigUInt64BE(this.#advance(8))
  }

  /** Reads text that ends with NUL. */
  name(): string {
    const end = this.#buffer.indexOf(0, this.#position)
    if (end < 0) throw new RangeError('A name of the stream has no end.')
    const value = this.text(end - this.#position)
    this.#advance(1)
    return value
  }

  text(length: number): string {
    const start = this.#advance(length)
    return this.#buffer.toString('utf8', start, start + length)
  }

  bytes(length: number): Buffer {
    const start = this.#advance(length)
    return Buffer.from(this.#buffer.subarray(start, start + length))
  }

  #advance(length: number): number {
    const start = this.#position
    this.#position += length
    if (this.#position > this.#buffer.length) throw new RangeError('A message of the stream is too short.')
    return start
  }
}
