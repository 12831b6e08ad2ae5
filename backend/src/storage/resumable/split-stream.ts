/** A stream in pieces that are read one after the other. */
export interface Pieces {
  /** Returns the next piece; undefined at the end of the stream. The previous piece must have been read to its end. */
  next(): Promise<AsyncIterable<Uint8Array> | undefined>
  /** The error that ended the stream early. The pieces hold all data up to it. */
  readonly failure: unknown
}

/**
 * Splits a stream into pieces of a size. If the stream breaks off, the last piece ends there, so that received data is
 * stored.
 */
export function splitStream(stream: AsyncIterable<Uint8Array>, pieceBytes: number): Pieces {
  const chunks = stream[Symbol.asyncIterator]()
  let waiting: Uint8Array | undefined
  let failure: unknown
  const read = async () => {
    const chunk = waiting ?? (await readChunk())
    waiting = undefined
    return chunk
  }
  const readChunk = async (): Promise<Uint8Array | undefined> => {
    try {
      const { done, value } = await chunks.next()
      return done ? undefined : value
    } catch (error) {
      failure = error
      return undefined
    }
  }
  async function* readPiece(): AsyncIterable<Uint8Array> {
    let left = pieceBytes
    while (left > 0) {
      const chunk = await read()
      if (!chunk) return
      if (chunk.byteLength > left) waiting = chunk.subarray(left)
      yield chunk.subarray(0, left)
      left -= Math.min(left, chunk.byteLength)
    }
  }
  return {
    async next() {
      waiting = await read()
      return waiting && readPiece()
    },
    get failure() {
      return failure
    },
  }
}
