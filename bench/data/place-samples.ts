import type { Sql, Transaction } from '../../backend/src/postgres/statements/sql.ts'

const BATCH_SIZE = 100_000

/** Called with progress messages: the number of spots so far, or that indexes are being built. */
type SampleProgress = (line: string) => void

/** Options of the generated places. */
export interface SampleOptions {
  onProgress?: SampleProgress
  /** Ids of the authors of the places, some with many places. Without them the places have no author. */
  authors?: string[]
}

/**
 * Fills `spots` with generated places around cities, weighted by population: most within a few kilometres of a large
 * city, some far away. The result is the same each time. Triggers are off and indexes are built at the end, so a
 * million takes a minute or two on two cores. The caller updates the cells.
 */
export async function createPlaceSamples(
  owner: Sql,
  count: number,
  { onProgress = () => {}, authors = [] }: SampleOptions = {},
): Promise<void> {
  await createBenchLuck(owner)
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`set local maintenance_work_mem = '512MB'`
    await sql`create temporary table weighted_cities on commit drop as
      select id, name, country_code, lng, lat, sum(population + 500) over (order by id)::double precision as below
      from public.cities`
    await sql`create index on weighted_cities (below)`
    await sql`analyze weighted_cities`
    await sql`create temporary table sample_authors on commit drop as
      select place, id from unnest(${authors}::uuid[]) with ordinality as author (id, place)`
    await sql`create index on sample_authors (place)`
    const restoreIndexes = await dropIndexes(sql)
    for (let from = 0; from < count; from += BATCH_SIZE) {
      await insertSamples(sql, { from, below: Math.min(count, from + BATCH_SIZE), count, authors: authors.length })
      onProgress(`${Math.min(count, from + BATCH_SIZE)} spots created`)
    }
    onProgress('building indexes')
    await restoreIndexes()
  })
  await owner`vacuum analyze public.spots`
}

/**
 * Drops the indexes and returns a function that rebuilds them. Building an index once takes a tenth of the time of
 * filling it row by row.
 */
async function dropIndexes(sql: Transaction): Promise<() => Promise<void>> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = 'public.spots'::regclass and not indisunique`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  return async () => {
    for (const { definition } of indexes) await sql.unsafe(definition)
  }
}

/**
 * Inserts the places. Pseudorandom numbers come from a hash of the row number and a name, so that every run creates the
 * same places.
 */
async function insertSamples(
  sql: Transaction,
  { from, below, count, authors }: { from: number; below: number; count: number; authors: number },
): Promise<void> {
  await sql`
    insert into public.spots (id, title, slug, category, tags, description, lng, lat, city_id, country_code, author_id, status,
      published_at, review_count, rating_sum, save_count, photo_count)
    select 'bench' || lpad(n::text, 9, '0'), initcap(words.word) || ' ' || city.name, 'bench', category.id, array[words.word],
      repeat('Worth the walk. ', (luck.description * 12)::integer),
      ((city.lng + luck.distance * cos(luck.angle) / greatest(0.2, cos(radians(city.lat))) + 540)::numeric % 360)::double precision - 180,
      greatest(-85, least(85, city.lat + luck.distance * sin(luck.angle))), city.id, city.country_code,
      (select id from sample_authors where place = 1 + floor(private.bench_luck(n, 10) * private.bench_luck(n, 11) * ${authors}::integer)),
      'published', timestamptz '2024-01-01' + n::double precision / ${count}::integer * interval '730 days', luck.reviews, round(luck.reviews * luck.rating), luck.reviews / 2,
      (luck.photos * 4)::integer
    from generate_series(${from}::bigint, ${below - 1}::bigint) as n
    cross join lateral (select
      private.bench_luck(n, 1) as place, 2 * pi() * private.bench_luck(n, 2) as angle,
      -ln(1 - private.bench_luck(n, 3) * 0.999) * 0.06 as distance, private.bench_luck(n, 4) as description,
      (power(private.bench_luck(n, 5), 6) * 60)::integer as reviews, 2.5 + 2.5 * private.bench_luck(n, 6) as rating,
      private.bench_luck(n, 7) as photos, private.bench_luck(n, 8) as category, private.bench_luck(n, 9) as word
    ) as luck
    cross join lateral (
      select * from weighted_cities where below >= luck.place * (select max(below) from weighted_cities) order by below limit 1
    ) as city
    join public.categories as category on category.position = 1 + floor(luck.category * 24)
    cross join lateral (select (array['old','red','quiet','hidden','great','little','garden','stone','river','market','station',
      'tower','lion','golden','north','south'])[1 + floor(luck.word * 16)::integer] as word) as words`
}

/**
 * Creates a database function that returns a number from 0 (inclusive) to 1 (exclusive), which depends on its arguments
 * only.
 */
async function createBenchLuck(owner: Sql): Promise<void> {
  await owner.unsafe(`create or replace function private.bench_luck(n bigint, which integer) returns double precision
    language sql immutable parallel safe return (hashint8extended(n, which) & 1048575) / 1048576.0`)
}
