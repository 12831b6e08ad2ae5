/** The tables of the museum, written by hand so that the generator does not depend on the service's catalog. */

export interface TestColumn {
  name: string
  type: string
  /** Literals to compare with. */
  values: string[]
  /** JSON paths into the column. */
  paths?: string[]
}

export interface TestRelationship {
  /** The name in an embed. */
  embed: string
  target: string
  isToMany: boolean
  /** Pairs of columns, the origin's first. */
  on: [string, string][]
  through?: { table: string; near: [string, string][]; far: [string, string][] }
  /** A function that takes the whole row and returns the related rows. */
  computed?: string
}

export interface TestTable {
  /** The name in SQL. */
  sql: string
  /** The name in a URL, before encoding. */
  path: string
  schema: string
  key: string[]
  columns: TestColumn[]
  relationships: TestRelationship[]
}

const integer = (name: string, ...values: string[]): TestColumn => ({
  name,
  type: 'integer',
  values: ['0', '1', '2', '3', '-1', ...values],
})
const text = (name: string, ...values: string[]): TestColumn => ({
  name,
  type: 'text',
  values: ['Ada', 'null', '', 'a b', 'x,y', 'Über', ...values],
})

const WORK_COLUMNS: TestColumn[] = [
  { name: 'id', type: 'bigint', values: ['1', '2', '3', '4', '5', '6', '99'] },
  text('title', 'Engines', 'null', 'Winter roads', 'Small, (odd) "title"', 'Über ☃ 雪'),
  integer('artist_id', '4'),
  integer('restorer_id'),
  integer('room_id'),
  integer('year', '1840', '1900', '-50'),
  { name: 'price', type: 'numeric', values: ['0', '8', '12.5', '12.50', '20.00', '-1'] },
  { name: 'weight', type: 'double precision', values: ['1.5', '0.25', 'NaN', '-Infinity', '1e300'] },
  { name: 'on_show', type: 'boolean', values: ['true', 'false', 't', 'no'] },
  { name: 'condition', type: 'public.condition', values: ['intact', 'worn', 'broken'] },
  { name: 'tags', type: 'text[]', values: ['{}', '{math}', '{math,history}', '{"a,b"}', '{"null"}'] },
  { name: 'scores', type: 'integer[]', values: ['{}', '{1,2,3}', '{7}', '{NULL,7}'], paths: ['->0', '->>1'] },
  {
    name: 'facts',
    type: 'jsonb',
    values: ['{}', '{"pages": 50}', '[]', '"scalar"', '{"pages": null}', '[1]'],
    paths: ['->pages', '->>pages', '->isbn->>ten', '->list->0', '->list->>1', '->2->three', '->nope->>-1'],
  },
  { name: 'dimensions', type: 'public.size', values: ['(10,2.5)', '(3,)'], paths: ['->width', '->>height'] },
  { name: 'shown', type: 'int4range', values: ['[1,5)', '[3,9)', 'empty', '(,)', '[7,8)', '[0,1)'] },
  {
    name: 'acquired',
    type: 'timestamptz',
    values: ['2024-03-01T10:00:00Z', '2024-03-01 11:00:00+01', 'infinity', '1999-12-31T23:59:59.999999Z'],
  },
  { name: 'opens', type: 'time', values: ['09:30', '00:00', '23:59:59.5'] },
  { name: 'lasting', type: 'interval', values: ['1 day', '26:00', '-3 days', '30 days'] },
  { name: 'code', type: 'text', values: ['AB-1', 'AB-2', 'CD-22'] },
  { name: 'label', type: 'varchar', values: ['first', 'a%b_c*', '', 'tab\there'] },
  {
    name: 'token',
    type: 'uuid',
    values: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000009'],
  },
  { name: 'blob', type: 'bytea', values: ['\\xdeadbeef', '\\x', '\\x00'] },
  integer('title_length', '7'),
]

const ARTISTS: TestTable = {
  sql: 'public.artists',
  path: 'artists',
  schema: 'public',
  key: ['id'],
  columns: [
    integer('id', '4'),
    text('name', 'Boris', 'Chen'),
    { name: 'born', type: 'date', values: ['1815-12-10', '1990-01-01', '2000-02-29'] },
    text('country', 'gb', 'ru'),
    integer('teacher_id'),
  ],
  relationships: [
    { embed: 'works!works_artist_id_fkey', target: 'works', isToMany: true, on: [['id', 'artist_id']] },
    { embed: 'works!restorer_id', target: 'works', isToMany: true, on: [['id', 'restorer_id']] },
    { embed: 'artists', target: 'artists', isToMany: true, on: [['id', 'teacher_id']] },
    { embed: 'teacher_id', target: 'artists', isToMany: false, on: [['teacher_id', 'id']] },
    { embed: '"odd, (table) \\"x\\""', target: 'odd', isToMany: true, on: [['id', 'order']] },
    { embed: 'costly_works', target: 'costly_works', isToMany: true, on: [['id', 'maker']] },
  ],
}

const WORKS: TestTable = {
  sql: 'public.works',
  path: 'works',
  schema: 'public',
  key: ['id'],
  columns: WORK_COLUMNS,
  relationships: [
    { embed: 'artists!works_artist_id_fkey', target: 'artists', isToMany: false, on: [['artist_id', 'id']] },
    { embed: 'restorer_id', target: 'artists', isToMany: false, on: [['restorer_id', 'id']] },
    { embed: 'rooms', target: 'rooms', isToMany: false, on: [['room_id', 'id']] },
    { embed: 'work_stories', target: 'work_stories', isToMany: false, on: [['id', 'work_id']] },
    { embed: 'work_shows', target: 'work_shows', isToMany: true, on: [['id', 'work_id']] },
    { embed: 'loans', target: 'loans', isToMany: true, on: [['id', 'work_id']] },
    {
      embed: 'shows',
      target: 'shows',
      isToMany: true,
      on: [],
      through: { table: 'public.work_shows', near: [['id', 'work_id']], far: [['show_id', 'id']] },
    },
    { embed: 'cheaper', target: 'works', isToMany: true, on: [], computed: 'public.cheaper' },
    { embed: 'neighbour', target: 'works', isToMany: false, on: [], computed: 'public.neighbour' },
  ],
}

const ROOMS: TestTable = {
  sql: 'public.rooms',
  path: 'rooms',
  schema: 'public',
  key: ['id'],
  columns: [integer('id'), integer('floor'), text('label', 'Hall', 'Gallery'), integer('inside_id')],
  relationships: [
    { embed: 'works', target: 'works', isToMany: true, on: [['id', 'room_id']] },
    { embed: 'shown_works', target: 'shown_works', isToMany: true, on: [['id', 'room_id']] },
    { embed: 'visits', target: 'visits', isToMany: true, on: [['id', 'room_id']] },
    { embed: 'rooms!inside_id', target: 'rooms', isToMany: true, on: [['id', 'inside_id']] },
    { embed: 'inside_id', target: 'rooms', isToMany: false, on: [['inside_id', 'id']] },
  ],
}

const SHOWN_COLUMNS = [
  { name: 'id', type: 'bigint', values: ['1', '4', '6'] },
  text('name', 'Engines', 'Über ☃ 雪'),
  integer('maker'),
]

/** By the name in relationships. */
export const TABLES: Record<string, TestTable> = {
  artists: ARTISTS,
  works: WORKS,
  rooms: ROOMS,
  work_stories: {
    sql: 'public.work_stories',
    path: 'work_stories',
    schema: 'public',
    key: ['work_id'],
    columns: [{ name: 'work_id', type: 'bigint', values: ['1', '5'] }, text('story', 'Made of brass.')],
    relationships: [{ embed: 'works', target: 'works', isToMany: false, on: [['work_id', 'id']] }],
  },
  shows: {
    sql: 'public.shows',
    path: 'shows',
    schema: 'public',
    key: ['id'],
    columns: [integer('id'), text('name', 'Opening', 'Winter', 'Empty')],
    relationships: [
      { embed: 'work_shows', target: 'work_shows', isToMany: true, on: [['id', 'show_id']] },
      {
        embed: 'works',
        target: 'works',
        isToMany: true,
        on: [],
        through: { table: 'public.work_shows', near: [['id', 'show_id']], far: [['work_id', 'id']] },
      },
    ],
  },
  work_shows: {
    sql: 'public.work_shows',
    path: 'work_shows',
    schema: 'public',
    key: ['work_id', 'show_id'],
    columns: [
      { name: 'work_id', type: 'bigint', values: ['1', '2', '6'] },
      integer('show_id'),
      { name: 'hung_on', type: 'date', values: ['2024-01-01', '2024-12-01'] },
      text('remark', 'centre'),
    ],
    relationships: [
      { embed: 'works', target: 'works', isToMany: false, on: [['work_id', 'id']] },
      { embed: 'shows', target: 'shows', isToMany: false, on: [['show_id', 'id']] },
    ],
  },
  visits: {
    sql: 'public.visits',
    path: 'visits',
    schema: 'public',
    key: ['id', 'day'],
    columns: [
      integer('id'),
      { name: 'day', type: 'date', values: ['2024-05-01', '2025-05-01'] },
      integer('room_id'),
      integer('people', '10', '20'),
    ],
    relationships: [{ embed: 'rooms', target: 'rooms', isToMany: false, on: [['room_id', 'id']] }],
  },
  odd: {
    sql: 'public."odd, (table) ""x"""',
    path: 'odd, (table) "x"',
    schema: 'public',
    key: ['the key'],
    columns: [integer('the key'), text('select', 'one'), text('naïve →', 'ï'), text('quo"te', 'q"q'), integer('order')],
    relationships: [{ embed: 'artists', target: 'artists', isToMany: false, on: [['order', 'id']] }],
  },
  pairs: {
    sql: 'public.pairs',
    path: 'pairs',
    schema: 'public',
    key: ['a', 'b'],
    columns: [integer('a'), integer('b'), text('note', 'first')],
    relationships: [
      {
        embed: 'pair_marks',
        target: 'pair_marks',
        isToMany: true,
        on: [
          ['a', 'pair_a'],
          ['b', 'pair_b'],
        ],
      },
    ],
  },
  pair_marks: {
    sql: 'public.pair_marks',
    path: 'pair_marks',
    schema: 'public',
    key: ['id'],
    columns: [integer('id'), integer('pair_a'), integer('pair_b'), text('mark', 'x', 'half')],
    relationships: [
      {
        embed: 'pairs',
        target: 'pairs',
        isToMany: false,
        on: [
          ['pair_a', 'a'],
          ['pair_b', 'b'],
        ],
      },
    ],
  },
  shown_works: {
    sql: 'public.shown_works',
    path: 'shown_works',
    schema: 'public',
    key: ['id'],
    columns: [...SHOWN_COLUMNS, integer('room_id'), { name: 'price', type: 'numeric', values: ['12.5', '5'] }],
    relationships: [
      { embed: 'artists', target: 'artists', isToMany: false, on: [['maker', 'id']] },
      { embed: 'rooms', target: 'rooms', isToMany: false, on: [['room_id', 'id']] },
      { embed: 'work_shows', target: 'work_shows', isToMany: true, on: [['id', 'work_id']] },
    ],
  },
  costly_works: {
    sql: 'public.costly_works',
    path: 'costly_works',
    schema: 'public',
    key: ['id'],
    columns: SHOWN_COLUMNS,
    relationships: [{ embed: 'artists', target: 'artists', isToMany: false, on: [['maker', 'id']] }],
  },
  loans: {
    sql: 'archive.loans',
    path: 'loans',
    schema: 'archive',
    key: ['id'],
    columns: [integer('id'), { name: 'work_id', type: 'bigint', values: ['1', '3'] }, text('lender', 'Louvre')],
    relationships: [{ embed: 'works', target: 'works', isToMany: false, on: [['work_id', 'id']] }],
  },
}

export function getTable(name: string): TestTable {
  const table = TABLES[name]
  if (!table) throw new Error(`No table ${name}`)
  return table
}
