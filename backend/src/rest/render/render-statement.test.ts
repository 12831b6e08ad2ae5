import { expect, test } from 'vitest'
import { negotiateFormat } from '../http/media-types.ts'
import { parseQuery, splitQueryString } from '../parse/parse-query.ts'
import { resolveRead } from '../plan/resolve-read.ts'
import { type Catalog, type Column, qualifiedName, type Relation } from '../schema/catalog.ts'
import { toRelationships } from '../schema/relationships.ts'
import { renderStatement, type Statement } from './render-statement.ts'

const column = (name: string, type = 'text'): [string, Column] => [
  name,
  {
    name,
    nullable: true,
    type,
    baseType: type,
    maxLength: null,
    default: null,
    enumLabels: null,
    comment: null,
    representation: undefined,
  },
]
const relation = (oid: number, name: string, columns: [string, Column][]): Relation => ({
  oid,
  schema: 'public',
  name,
  isView: false,
  mayHideRows: false,
  insertable: true,
  updatable: true,
  deletable: true,
  primaryKey: ['id'],
  visibleTo: [],
  columns: new Map(columns),
  isRepresented: false,
  comment: null,
})
const authors = relation(1, 'authors', [column('id', 'integer'), column('name')])
const books = relation(2, 'books', [column('id', 'integer'), column('author_id', 'integer'), column('data', 'jsonb')])
const catalog: Catalog = {
  version: 'v1',
  relations: new Map([authors, books].map((each) => [qualifiedName(each.schema, each.name), each])),
  relationsByOid: new Map([authors, books].map((each) => [each.oid, each])),
  relationships: toRelationships([
    { constraint: 'fk', holder: books, referenced: authors, columns: [['author_id', 'id']], isUnique: false },
  ]),
  routines: new Map(),
  schemaComments: new Map(),
  roleSettings: new Map(),
  rolesBypassingRls: new Set(),
  timeZones: new Set(),
  mediaAggregates: [],
  geoJsonSchema: undefined,
}

function render(search: string): Statement {
  const query = parseQuery(splitQueryString(search))
  const context = {
    catalog,
    role: 'anon',
    schema: 'public',
    exposed: ['public'],
    query,
    maxRows: 100,
    aggregatesEnabled: true,
  }
  const root = resolveRead(context, books, { kind: 'relation', relation: books })
  const options = {
    format: negotiateFormat(null, { planEnabled: false, geoJsonSchema: undefined, handlers: [] }),
    count: undefined,
    withoutBody: false,
    countLimit: undefined,
  }
  return renderStatement({ kind: 'read', root }, options)
}

/** The inner select of the statement. */
const rows = (search: string) => /from \((select .*)\) t$/s.exec(render(search).text)?.[1]

test.each([
  ['', 'select r0.* from "public"."books" as r0 limit 100'],
  ['select=id&id=eq.1', 'select r0."id" as "id" from "public"."books" as r0 where (r0."id" = $1) limit 100'],
  [
    'select=x:id::text&order=id.desc&limit=5&offset=7',
    'select cast(r0."id" as text) as "x" from "public"."books" as r0 order by r0."id" desc limit 5 offset $1',
  ],
  ['select=data->a->>b', 'select (r0."data"->$1::text->>$2::text) as "b" from "public"."books" as r0 limit 100'],
  [
    'select=id&not.or=(id.eq.1,id.is.null)',
    'select r0."id" as "id" from "public"."books" as r0 where not ((r0."id" = $1) or (r0."id" is null)) limit 100',
  ],
  [
    'select=author_id,count()',
    'select r0."author_id" as "author_id", count(*) as "count" from "public"."books" as r0 group by 1 limit 100',
  ],
  [
    'select=authors(name)',
    'select (select row_to_json(e1.*) from (select r1."name" as "name" from "public"."authors" as r1 where r1."id" = r0."author_id") e1) as "authors" from "public"."books" as r0 limit 100',
  ],
  [
    'select=id,authors!inner()&authors.name=eq.x',
    'select r0."id" as "id" from "public"."books" as r0 where exists (select 1 from "public"."authors" as r1 where r1."id" = r0."author_id" and (r1."name" = $1)) limit 100',
  ],
])('%s', (search, expected) => {
  expect(rows(search)).toBe(expected)
})

test('passes values as parameters and quotes names (rest 19)', () => {
  const { text, parameters } = render(`"a\\"b"=eq.';drop table x&select="x\\"y":id`)
  expect(text).not.toContain('drop table')
  expect(parameters).toContain("';drop table x")
  expect(text).toContain('as "x""y"')
})

test('rejects filters by embeds that multiply (rest 20)', () => {
  const filters = (name: string) => Array.from({ length: 100 }, () => `${name}.is.null`).join()
  const url = (depth: number) => {
    const names = Array.from({ length: depth }, (_, i) => (i % 2 === 0 ? 'authors' : 'books'))
    const select = names.reduceRight((inner, name) => `${name}(${inner})`, 'id')
    const trees = names.map((name, i) => `${[...names.slice(0, i), 'or'].join('.')}=(${filters(name)})`)
    return `select=${select}&${trees.join('&')}`
  }
  expect(render(url(1)).text.match(/exists/g)).toHaveLength(100)
  expect(() => render(url(3))).toThrow('The request is too complex')
  const orders = Array.from({ length: 200 }, () => 'authors(id)').join()
  expect(() => render(`select=authors(id,books(id))&authors.or=(${filters('books')})&order=${orders}`)).toThrow(
    'The request is too complex',
  )
})
