// Measures search: npm run bench -- search [--quick]. Needs ../shared/data for the real places.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { importPlaces } from '../scripts/import/import-places.ts'
import { listSuggestions } from '../web/app/features/search/suggest-query.ts'
import type { Suggestion } from '../web/app/features/search/suggestion.ts'
import { createPlaceSamples } from './data/place-samples.ts'
import { withBackend } from './explore.ts'
import { quantile } from './explore-views.ts'
import { type Row, roundFigure } from './row.ts'

const REAL_PLACES = join(import.meta.dirname, '../../shared/data/places-real.ndjson.gz')
const QUERIES = join(import.meta.dirname, 'data/search-queries.tsv')
const FEW = 5

/** A query and the results that may come first. */
interface Golden {
  query: string
  expected: string[]
}

/**
 * Measures which results come first for queries over the real places, and the time of suggestions, also with many
 * generated spots.
 */
export async function benchSearch({
  quick = false,
  onProgress = () => {},
}: {
  /** 100,000 generated spots instead of 1,000,000. */
  quick?: boolean
  onProgress?: (line: string) => void
} = {}): Promise<Row[]> {
  const golden = readGolden()
  const rows: Row[] = []
  if (existsSync(REAL_PLACES)) {
    rows.push(
      ...(await withBackend(async ({ client, owner }) => {
        onProgress('importing the real places')
        await importPlaces(client, REAL_PLACES, { onProgress() {}, onReject() {}, onResume() {} })
        await owner`vacuum analyze`
        return [
          ...(await measureHits(client, golden, onProgress)),
          await measureTime(client, golden, 'real places', 15),
        ]
      })),
    )
  } else onProgress('The real places are missing. Skipped.')
  const many = quick ? 100_000 : 1_000_000
  rows.push(
    await withBackend(async ({ client, owner }) => {
      await createPlaceSamples(owner, many, { onProgress })
      await owner`select public.refresh_spot_cells(rebuild => true)`
      await owner`vacuum analyze`
      return measureTime(client, golden, `${many.toLocaleString('en')} spots`, 30)
    }),
  )
  return rows
}

/** Reads lines such as `castles near turin`, tab, `category:castle@turin|…`. Lines that begin with # are comments. */
function readGolden(): Golden[] {
  const lines = readFileSync(QUERIES, 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [query, expected] = line.split('\t')
    return query && expected && !line.startsWith('#') ? [{ query, expected: expected.split('|') }] : []
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

/** Measures the time of a suggestion through the data service in process: routing, SQL, JSON. */
async function measureTime(client: SupabaseClient, golden: Golden[], what: string, aimMs: number): Promise<Row> {
  const times: number[] = []
  for (const round of ['warm up', 'measure']) {
    for (const { query } of golden) {
      const startedAt = performance.now()
      await listSuggestions(client, query)
      if (round === 'measure') times.push(performance.now() - startedAt)
    }
  }
  return { name: `suggestion p95, ${what}`, value: roundFigure(quantile(times, 0.95)), unit: 'ms', aim: `≤ ${aimMs}` }
}

if (import.meta.main) {
  const rows = await benchSearch({
    quick: process.argv.includes('--quick'),
    onProgress: (line) => process.stderr.write(`${line}\n`),
  })
  console.table(rows)
}
