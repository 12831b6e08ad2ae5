import type { Sql } from '../backend/src/postgres/statements/sql.ts'
import { measureFamilyProcessorMs } from './processes.ts'
import { type Row, roundFigure } from './row.ts'

const CHANGES = 1000
const MEGABYTE = 1_000_000

/** Returns the sizes of the spots, their indexes and the counts of the map. */
export async function measureSizes(owner: Sql, spots: string): Promise<Row[]> {
  const [sizes] = await owner<{ spots: number; indexes: number; cells: number }[]>`
    select pg_table_size('public.spots')::double precision as spots, pg_indexes_size('public.spots')::double precision as indexes,
      pg_total_relation_size('private.spot_cells')::double precision as cells`
  return Object.entries(sizes ?? {}).map(([name, bytes]) => ({
    name: `size of ${name === 'cells' ? 'the counts of the map' : name}, ${spots}`,
    value: roundFigure(bytes / MEGABYTE),
    unit: 'MB',
  }))
}

/** Changes 1,000 spots in many places and measures applying them to the counts of the map. */
export async function measureFold(owner: Sql, spots: string): Promise<Row> {
  await owner`update public.spots set photo_count = photo_count + 1 where id in (
    select id from public.spots tablesample system (1) repeatable (2) order by md5(id) limit ${CHANGES})`
  const before = measureFamilyProcessorMs(process.pid)
  await owner`select public.refresh_spot_cells()`
  const seconds = (measureFamilyProcessorMs(process.pid) - before) / 1000
  return {
    name: `applying 1,000 changes, processor time, ${spots}`,
    value: roundFigure(seconds),
    unit: 's',
    aim: '≤ 2',
  }
}

/**
 * Rewrites a fifth of the spots, without the work of triggers and without vacuum, so that the statistics and the
 * visibility map are out of date as on a busy site.
 */
export async function churn(owner: Sql): Promise<void> {
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update public.spots set review_count = review_count + 1, rating_sum = rating_sum + 4
      where hashtextextended(id, 1) % 5 = 0`
  })
}
