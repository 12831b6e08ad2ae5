import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** Creates a ZIP archive that yields its bytes after each step, so that it is never in memory as a whole. */
export function createZip() {
  let chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const encoder = new TextEncoder()
  return {
    /** Adds a text in parts. */
    async *addText(name: string, parts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
      const file = new ZipDeflate(name, { level: 6 })
      zip.add(file)
      for await (const part of parts) {
        file.push(encoder.encode(part))
        yield* take()
      }
      file.push(new Uint8Array(), true)
      yield* take()
    },
    /** Adds a file that is compressed already. */
    *addPicture(name: string, bytes: Uint8Array): Generator<Uint8Array> {
      const file = new ZipPassThrough(name)
      zip.add(file)
      file.push(bytes, true)
      yield* take()
    },
    *end(): Generator<Uint8Array> {
      zip.end()
      yield* take()
    },
  }

  function take(): Uint8Array[] {
    const taken = chunks
    chunks = []
    return taken
  }
}
