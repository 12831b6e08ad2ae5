import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { EXONYMS } from './exonyms.ts'
import { listNamesInScripts } from './names-in-scripts.ts'

const FILE = new URL('./data/names.tsv.gz', import.meta.url)

/** A name of a city: a row of table `city_names`. */
export interface CityName {
  /** GeoNames id of the city. */
  id: number
  name: string
  /** BCP 47 tags; empty if unknown. */
  languages: string[]
}

/** Lists the names that come with the software: those of Natural Earth, of Unicode CLDR, and a few of our own. */
export function listCityNames(): CityName[] {
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').trimEnd().split('\n')
  const shipped = lines.map((line): CityName => {
    const [id, name = '', languages = ''] = line.split('\t')
    return { id: Number(id), name, languages: languages === '' ? [] : languages.split(',') }
  })
  const ours = [...EXONYMS, ...listNamesInScripts()]
  return [...shipped, ...ours.map(([id, name, languages]) => ({ id, name, languages: languages.split(' ') }))]
}
