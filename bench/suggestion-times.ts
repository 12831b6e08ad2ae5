import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { listSuggestions } from '../web/app/features/search/suggest-query.ts'
import { quantile } from './explore-views.ts'
import { measureFamilyProcessorMs } from './processes.ts'
import { type Row, roundFigure } from './row.ts'

const QUERIES = join(import.meta.dirname, 'data/search-queries.tsv')

/** A query and the results that may come first. */
export interface Golden {
  query: string
  expected: string[]
}

/** Reads lines such as `castles near turin`, tab, `category:castle@turin|…`. Lines that begin with # are comments. */
export function readGolden(): Golden[] {
  const lines = readFileSync(QUERIES, 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [query, expected] = line.split('\t')
    return query && expected && !line.startsWith('#') ? [{ query, expected: expected.split('|') }] : []
  })
}

/**
 * Measures the suggestions for all queries through the data service in process: routing, SQL, JSON. `what` names the
 * data, and `aimMs` is the aim of the p95.
 */
export async function measureSuggestions(client: SupabaseClient, what: string, aimMs: number): Promise<Row[]> {
  const golden = readGolden()
  const times: number[] = []
  const before = measureFamilyProcessorMs(process.pid)
  for (const { query } of golden) {
    const startedAt = performance.now()
    await listSuggestions(client, query)
    times.push(performance.now() - startedAt)
  }
  const processorMs = (measureFamilyProcessorMs(process.pid) - before) / golden.length
  return [
    { name: `suggestion p50, ${what}`, value: quantile(times, 0.5), unit: 'ms' },
    { name: `suggestion p95, ${what}`, value: quantile(times, 0.95), unit: 'ms', aim: `≤ ${aimMs}` },
    { name: `suggestion, mean processor time, ${what}`, value: roundFigure(processorMs), unit: 'ms' },
  ]
}
