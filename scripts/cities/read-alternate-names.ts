import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { CityName } from '../../backend/src/cities/city-names.ts'

/** Pseudo-languages of GeoNames: links, post codes, airport codes and other identifiers. */
const NO_LANGUAGE = new Set(['link', 'post', 'iata', 'icao', 'faac', 'wkdt', 'unlc', 'tcid', 'phon', 'piny', 'abbr'])
const GZIP = Buffer.from([0x1f, 0x8b])

/**
 * Reads GeoNames' alternate names, plain or gzip: lines of alternate name id, GeoNames id, language, name, and flags
 * for preferred, short, colloquial and historic names, separated by tabs. Lines without a name in a language are
 * skipped.
 */
export async function* readAlternateNames(file: string): AsyncGenerator<CityName> {
  const handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  await handle.close()
  const bytes = createReadStream(file)
  const text = buffer.equals(GZIP) ? bytes.pipe(createGunzip()) : bytes
  for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
    const [, id = '', language = '', name = ''] = line.split('\t')
    const plain = name.trim()
    if (!/^\d{1,9}$/.test(id) || plain === '' || plain.length > 200 || NO_LANGUAGE.has(language)) continue
    yield { id: Number(id), name: plain, languages: language === '' ? [] : [language] }
  }
}
