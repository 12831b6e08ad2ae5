import type { Sql, Transaction } from '../../backend/src/postgres/sql.ts'

const BATCH_SIZE = 100_000

/** Told while places are made: how many there are, or that the indexes are being built. */
export type SampleProgress = (line: string) => void

/**
 * Fills `spots` with made-up places around the cities, by population: most within a few kilometres of a large one, some far out.
 * The same ones come out each time. Triggers are off and indexes are built at the end, so a million takes a minute or two on two
 * cores. The caller folds the cells.
 */
export async function createPlaceSamples(
  owner: Sql,
  count: number,
  onProgress: SampleProgress = () => {},
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
    const restoreIndexes = await dropIndexes(sql)
    for (let from = 0; from < count; from += BATCH_SIZE) {
      await insertSamples(sql, from, Math.min(count, from + BATCH_SIZE))
      onProgress(`${Math.min(count, from + BATCH_SIZE)} spots made`)
    }
    onProgress('building indexes')
    await restoreIndexes()
  })
  await owner`vacuum analyze public.spots`
}

/** An index that is built at once costs a tenth of one that is filled row by row. */
async function dropIndexes(sql: Transaction): Promise<() => Promise<void>> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = 'public.spots'::regclass and not indisunique`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  return async () => {
    for (const { definition } of indexes) await sql.unsafe(definition)
  }
}

/** Numbers from a hash of the row's number and a name stand for chance, so that every run makes the same places. */
async function insertSamples(sql: Transaction, from: number, below: number): Promise<void> {
  await sql`
    insert into public.spots (id, title, slug, category, tags, description, lng, lat, city_id, country_code, author_id, status,
      published_at, review_count, rating_sum, save_count, photo_count)
    select 'bench' || lpad(n::text, 9, '0'), initcap(words.word) || ' ' || city.name, 'bench', category.id, array[words.word],
      repeat('Worth the walk. ', (luck.description * 12)::integer),
      ((city.lng + luck.distance * cos(luck.angle) / greatest(0.2, cos(radians(city.lat))) + 540)::numeric % 360)::double precision - 180,
      greatest(-85, least(85, city.lat + luck.distance * sin(luck.angle))), city.id, city.country_code, null, 'published',
      timestamptz '2026-01-01' + n * interval '1 second', luck.reviews, round(luck.reviews * luck.rating), luck.reviews / 2,
      (luck.photos * 4)::integer
    from generate_series(${from}::bigint, ${below - 1}::bigint) as n
    cross join lateral (select
      private.bench_luck(n, 1) as place, 2 * pi() * private.bench_luck(n, 2) as angle,
      -ln(1 - private.bench_luck(n, 3) * 0.999) * 0.06 as distance, private.bench_luck(n, 4) as description,
      (power(private.bench_luck(n, 5), 6) * 60)::integer as reviews, 2.5 + 2.5 * private.bench_luck(n, 6) as rating,
      private.bench_luck(n, 7) as photos, private.bench_luck(n, 8) as kind, private.bench_luck(n, 9) as word
    ) as luck
    cross join lateral (
      select * from weighted_cities where below >= luck.place * (select max(below) from weighted_cities) order by below limit 1
    ) as city
    join public.categories as category on category.position = 1 + floor(luck.kind * 24)
    cross join lateral (select (array['old','red','quiet','hidden','great','little','garden','stone','river','market','station',
      'tower','lion','golden','north','south'])[1 + floor(luck.word * 16)::integer] as word) as words`
}

/** A number from 0 to below 1 that depends on nothing but its arguments. */
async function createBenchLuck(owner: Sql): Promise<void> {
  await owner.unsafe(`create or replace function private.bench_luck(n bigint, which integer) returns double precision
    language sql immutable parallel safe return (hashint8extended(n, which) & 1048575) / 1048576.0`)
}
