import type { Sql } from '../../backend/src/postgres/database.ts'

const BATCH_SIZE = 50_000

/**
 * Fills `spots` with made-up places around the cities, by population: most within a few kilometres of a large one, some far out.
 * The same numbers come out each time. Triggers are off: what they fill is filled here. Returns when statistics are fresh.
 */
export async function createPlaceSamples(
  owner: Sql,
  count: number,
  onProgress: (made: number) => void = () => {},
): Promise<void> {
  const connection = await owner.reserve()
  try {
    await connection`set session_replication_role = replica`
    await connection`create temporary table weighted_cities as
      select id, name, country_code, lng, lat, sum(population + 500) over (order by id)::double precision as below
      from public.cities`
    await connection`create index on weighted_cities (below)`
    await connection`analyze weighted_cities`
    for (let from = 0; from < count; from += BATCH_SIZE) {
      await insertSamples(connection, from, Math.min(count, from + BATCH_SIZE))
      onProgress(Math.min(count, from + BATCH_SIZE))
    }
    await connection`drop table weighted_cities`
    await connection`set session_replication_role = origin`
  } finally {
    connection.release()
  }
  await owner`vacuum analyze public.spots`
}

/** Numbers from a hash of the row's number and a name stand for chance, so that every run makes the same places. */
async function insertSamples(sql: Sql, from: number, below: number): Promise<void> {
  await sql`
    insert into public.spots (id, title, slug, category, tags, description, lng, lat, city_id, country_code, status, published_at,
      review_count, rating_sum, save_count, photo_count)
    select 'bench' || lpad(n::text, 9, '0'), initcap(words.word) || ' ' || city.name, 'bench', category.id, array[words.word],
      repeat('Worth the walk. ', (luck.description * 12)::integer),
      ((city.lng + luck.distance * cos(luck.angle) / greatest(0.2, cos(radians(city.lat))) + 540)::numeric % 360)::double precision - 180,
      greatest(-85, least(85, city.lat + luck.distance * sin(luck.angle))), city.id, city.country_code, 'published',
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

/** The helper of {@link createPlaceSamples}: a number from 0 to below 1 that depends on nothing but its arguments. */
export async function createBenchLuck(owner: Sql): Promise<void> {
  await owner.unsafe(`create or replace function private.bench_luck(n bigint, which integer) returns double precision
    language sql immutable parallel safe return (hashint8extended(n, which) & 1048575) / 1048576.0`)
}
