import { expect, test } from 'vitest'
import { parseSelect } from './parse-select.ts'
import type { SelectItem } from './syntax.ts'

/** Formats items in a short notation for the table of examples. */
function formatItems(items: SelectItem[]): string {
  return items.map(describeItem).join(', ')
}

function describeItem(item: SelectItem): string {
  if (item.kind === 'star') return '*'
  const alias = item.alias === undefined ? '' : `${item.alias}=`
  if (item.kind === 'embed') {
    const flags = `${item.spread ? ' spread' : ''}${item.inner ? ' inner' : ''}${item.hint === undefined ? '' : ` by ${item.hint}`}`
    return `${alias}<${item.name}${flags}>(${formatItems(item.items)})`
  }
  const path =
    item.field?.path.map((step) => `${step.arrow}${'key' in step ? `'${step.key}'` : step.index}`).join('') ?? ''
  const cast = item.cast === undefined ? '' : `::${item.cast}`
  const aggregate = item.aggregate === undefined ? '' : `.${item.aggregate}`
  const aggregateCast = item.aggregateCast === undefined ? '' : `::${item.aggregateCast}`
  return `${alias}${item.field?.name ?? ''}${path}${cast}${aggregate}${aggregateCast}`
}

test.each([
  ['', '*'],
  ['*', '*'],
  ['id,title', 'id, title'],
  [' id , title ', 'id, title'],
  ['"a,b",c', 'a,b, c'],
  ['"say \\"hi\\""', 'say "hi"'],
  ['kebab-name', 'kebab-name'],
  ['größe', 'größe'],
  ['two words', 'two words'],
  ['name:title', 'name=title'],
  ['"odd name":title', 'odd name=title'],
  ['id::text', 'id::text'],
  ['x:id::text', 'x=id::text'],
  ['n::double precision', 'n::double precision'],
  ['data->a', "data->'a'"],
  ['data->>a', "data->>'a'"],
  ['data->0->>b', "data->0->>'b'"],
  ['data->-1', 'data->-1'],
  ['data->1a', "data->'1a'"],
  ['data->"k.e,y"->>z', "data->'k.e,y'->>'z'"],
  ['data->kebab-key', "data->'kebab-key'"],
  ['x:data->a::int', "x=data->'a'::int"],
  ['count()', '.count'],
  ['all:count()::int', 'all=.count::int'],
  ['price.sum()', 'price.sum'],
  ['p:price::numeric.avg()::int', 'p=price::numeric.avg::int'],
  ['count', 'count'],
  ['comments(count)', '<comments>(count)'],
  ['author(*)', '<author>(*)'],
  ['a:author(name)', 'a=<author>(name)'],
  ['author()', '<author>()'],
  ['author!inner(name)', '<author inner>(name)'],
  ['author!fk(name)', '<author by fk>(name)'],
  ['author!fk!inner(name)', '<author inner by fk>(name)'],
  ['author!inner!fk(name)', '<author inner by fk>(name)'],
  ['author!left(name)', '<author>(name)'],
  ['author!inner_key(name)', '<author by inner_key>(name)'],
  ['...author(name)', '<author spread>(name)'],
  ['...author!fk(name,x:born)', '<author spread by fk>(name, x=born)'],
  ['a(b(c(d)))', '<a>(<b>(<c>(d)))'],
  ['id,a(x, b( y ))', 'id, <a>(x, <b>(y))'],
])('parses select=%s (rest 6)', (text, expected) => {
  expect(formatItems(parseSelect(text))).toBe(expected)
})

test.each([
  ['id,', 4],
  ['id,,title', 4],
  ['(', 1],
  ['a(b', 4],
  ['a(b))', 5],
  ['id::', 3],
  ['id::int)', 8],
  ['id::int[]', 8],
  ["id::int';--", 8],
  ['price.evil()', 6],
  ['a!', 3],
  ['data->', 7],
  ['"open', 1],
  ['...id', 6],
])('rejects select=%s at column %i (rest 6)', (text, column) => {
  expect(() => parseSelect(text)).toThrow(`"failed to parse select parameter (${text})" (line 1, column ${column})`)
})

test('limits depth and number of embeds (rest 9.3)', () => {
  expect(() => parseSelect(`${'a('.repeat(11)}id${')'.repeat(11)}`)).toThrow('too complex')
  expect(() => parseSelect(Array.from({ length: 51 }, (_, i) => `a${i}(id)`).join())).toThrow('too complex')
  expect(() => parseSelect('a('.repeat(100_000))).toThrow('too complex')
})
