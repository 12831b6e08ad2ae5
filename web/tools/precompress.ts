import type { Dirent } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(m?js|css|svg|json|html|txt|wasm|geojson|pbf|xml|webmanifest)$/
/** Smaller files are not worth compressing. */
const SMALLEST_BYTES = 256

/** Writes a `.br` and a `.gz` beside each text file of the client build. */
const folder = join(import.meta.dirname, '../build/client')
const entries = await readdir(folder, { recursive: true, withFileTypes: true })
const names = new Set(entries.map((entry) => join(entry.parentPath, entry.name)))
const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name) && !isDone(entry))
await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))))

/** The builder already compresses the tiles of the base map. */
function isDone({ parentPath, name }: Dirent): boolean {
  return names.has(join(parentPath, `${name}.br`))
}

async function compress(file: string): Promise<void> {
  const data = await readFile(file)
  if (data.length < SMALLEST_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length }
  const [brotli, gzipped] = await Promise.all([promisify(brotliCompress)(data, { params }), promisify(gzip)(data)])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}
