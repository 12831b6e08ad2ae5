import type { Sql } from 'postgres'

const CLAIMS = JSON.stringify({ role: 'service_role' })

/** The tables and a function of the benchmark. */
export const SCHEMA = `
  create table bench_authors (id integer primary key, name text not null);
  create table bench_items (id integer primary key, author_id integer not null references bench_authors, title text not null, score integer not null);
  create table bench_photos (id integer primary key, item_id integer not null references bench_items, url text not null);
  create index on bench_items (score desc, id);
  create index on bench_photos (item_id);
  insert into bench_authors select i, 'author ' || i from generate_series(1, 1000) i;
  insert into bench_items select i, 1 + i % 1000, 'item ' || i, i % 97 from generate_series(1, 20000) i;
  insert into bench_photos select i, 1 + i % 20000, 'https://example.org/' || i from generate_series(1, 60000) i;
  create function bench_add(a integer, b integer) returns integer language sql immutable return a + b;
  grant all on bench_authors, bench_items, bench_photos to anon, authenticated, service_role;
  grant execute on function bench_add to anon, authenticated, service_role;
  analyze;`

/** A job, as a request to the service and as a query to PostgreSQL. */
export interface Job {
  name: string
  path: string
  method: string
  headers: Record<string, string>
  body?: (n: number) => string
  query?: (n: number) => string
  sql: string
  parameters: (n: number) => string[]
}

const JSON_HEADERS = { 'content-type': 'application/json' }

export const JOBS: Job[] = [
  {
    name: 'primary-key select',
    path: '/bench_items',
    query: (n) => `?select=id,title,score&id=eq.${1 + (n % 20000)}`,
    method: 'GET',
    headers: {},
    sql: `select coalesce(json_agg(t.*), '[]')::text as body from (select id, title, score from public.bench_items where id = $1) t`,
    parameters: (n) => [String(1 + (n % 20000))],
  },
  {
    name: 'page of 50 with two embeds',
    path: '/bench_items',
    query: () => '?select=id,title,author:bench_authors(name),photos:bench_photos(url)&order=score.desc,id&limit=50',
    method: 'GET',
    headers: {},
    sql: `select coalesce(json_agg(t.*), '[]')::text as body from (
      select i.id, i.title,
        (select row_to_json(a.*) from (select name from public.bench_authors where id = i.author_id) a) as author,
        (select coalesce(json_agg(p.*), '[]') from (select url from public.bench_photos where item_id = i.id) p) as photos
      from public.bench_items i order by i.score desc, i.id limit 50) t`,
    parameters: () => [],
  },
  {
    name: 'upsert',
    path: '/bench_authors',
    method: 'POST',
    headers: { ...JSON_HEADERS, prefer: 'resolution=merge-duplicates' },
    body: (n) => `{"id":${1 + (n % 1000)},"name":"author ${n}"}`,
    sql: `with changed as (insert into public.bench_authors (id, name)
      select b.id, b.name from json_to_recordset($1::json) as b (id integer, name text)
      on conflict (id) do update set id = excluded.id, name = excluded.name returning 1) select count(*)::text as body from changed`,
    parameters: (n) => [`[{"id":${1 + (n % 1000)},"name":"author ${n}"}]`],
  },
  {
    name: 'function call',
    path: '/rpc/bench_add',
    method: 'POST',
    headers: JSON_HEADERS,
    body: (n) => `{"a":${n},"b":2}`,
    sql: `select to_json(public.bench_add(a := b.a, b := b.b))::text as body from json_to_record($1::json) as b (a integer, b integer)`,
    parameters: (n) => [`{"a":${n},"b":2}`],
  },
]

/**
 * Runs the job as an app would query PostgreSQL directly: in a transaction with role and claims. Returns the response
 * body.
 */
export async function runPlain(sql: Sql, { sql: text, parameters }: Job, n: number): Promise<string> {
  const [, rows] = await sql.begin((transaction) => [
    transaction`select set_config('search_path', 'public', true), set_config('role', 'service_role', true),
      set_config('request.jwt.claims', ${CLAIMS}, true)`,
    transaction.unsafe(text, parameters(n), { prepare: true }),
  ])
  const body: unknown = rows[0]?.body
  if (typeof body !== 'string') throw new Error('The reference statement did not run.')
  return body
}
