// Measures search: npm run bench -- search. Needs ../shared/data for the real places.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { importPlaces } from '../scripts/import/import-places.ts'
import { listSuggestions } from '../web/app/features/search/suggest-query.ts'
import type { Suggestion } from '../web/app/features/search/suggestion.ts'
import { withBackend } from './bench-backend.ts'
import { type Row, roundFigure } from './row.ts'
import { type Golden, measureSuggestions, readGolden } from './suggestion-times.ts'

const REAL_PLACES = join(import.meta.dirname, '../../shared/data/places-real.ndjson.gz')
const FEW = 5

/**
 * Measures which results come first for queries over the real places, and the time of suggestions. `explore` measures
 * suggestions with many generated spots.
 */
export async function benchSearch({
  onProgress = () => {},
}: {
  onProgress?: (line: string) => void
} = {}): Promise<Row[]> {
  if (!existsSync(REAL_PLACES)) {
    onProgress('The real places are missing. Skipped.')
    return []
  }
  return await withBackend(async ({ client, owner }) => {
    onProgress('importing the real places')
    await importPlaces(client, REAL_PLACES, { onProgress() {}, onReject() {}, onResume() {} })
    await owner`vacuum analyze`
    const hits = await measureHits(client, readGolden(), onProgress)
    return [...hits, ...(await measureSuggestions(client, 'real places', 15))]
  })
}

async function measureHits(
  client: SupabaseClient,
  golden: Golden[],
  onProgress: (line: string) => void,
): Promise<Row[]> {
  let first = 0
  let amongFew = 0
  for (const { query, expected } of golden) {
    const found = (await listSuggestions(client, query)).slice(0, FEW).map(nameSuggestion)
    if (expected.includes(found[0] ?? '')) first += 1
    else onProgress(`“${query}” finds ${found[0] ?? 'nothing'} before ${expected[0]}`)
    if (found.some((name) => expected.includes(name))) amongFew += 1
  }
  const share = (hits: number) => roundFigure(hits / golden.length)
  return [
    { name: `search hit@1, ${golden.length} queries`, value: share(first), unit: 'share', aim: '≥ 0.9' },
    { name: `search hit@${FEW}, ${golden.length} queries`, value: share(amongFew), unit: 'share', aim: '≥ 0.98' },
  ]
}

function nameSuggestion(found: Suggestion): string {
  switch (found.type) {
    case 'city':
      return `city:${found.slug}`
    case 'category': {
      const place = found.city?.slug ?? found.region?.name
      return `category:${found.category}${place ? `@${place}` : ''}`
    }
    case 'region':
      return `region:${found.name}`
    case 'tag':
      return `tag:${found.tag}`
    case 'position':
      return 'position'
    case 'spot':
    case 'story':
      return `${found.type}:${found.title}`
  }
}

if (import.meta.main) console.table(await benchSearch({ onProgress: (line) => process.stderr.write(`${line}\n`) }))
