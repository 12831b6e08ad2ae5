import fc from 'fast-check'
import { randomRead } from '../property/random-request.ts'
import { toUrl } from '../property/request-url.ts'

/** Characters and words with a meaning in a URL, in the query grammar or in SQL. */
export const FRAGMENTS = [
  "'",
  '"',
  '""',
  '\\',
  '`',
  '(',
  ')',
  '((',
  '))',
  '{',
  '}',
  '[',
  ',',
  '.',
  '..',
  ':',
  '::',
  '::text',
  '::regclass',
  '::"x"',
  '->',
  '->>',
  '->>-1',
  '!',
  '!inner',
  '*',
  '...',
  '%00',
  '\0',
  '$1',
  '$$',
  '--',
  '/*',
  '*/',
  ';',
  '=',
  '==',
  '&',
  '+',
  '%',
  '%zz',
  '\u202e',
  '\ufeff',
  '💥',
  '\ud800',
  'null',
  'not.',
  'not.not.',
  'or=(',
  'and(',
  'select=',
  'order=',
  'limit=-1',
  'offset=99999999999999999999',
  'columns=',
  'on_conflict=',
  'vault',
  'vault(*)',
  'diaries(*)',
  'pg_catalog.pg_authid',
  'pg_sleep(9)',
  'current_user',
  'xmin',
  'ctid',
  'tableoid::regclass',
  'r0',
  'result_rows',
  't',
  'sum()',
  '.sum()',
  '.count()',
  'eq.',
  'in.(',
  'is.',
  'fts(x).',
  'eq(any).',
  '9'.repeat(400),
  '['.repeat(3000),
  '('.repeat(300),
  'a'.repeat(3000),
]

/** A change at a random position that inserts, removes or doubles text. */
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 0, max: 6 }),
  fragment: fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'binary', maxLength: 8 })),
  doubles: fc.boolean(),
})

/** URLs of random reads with a few mutations. */
export const hostileUrl = fc
  .tuple(randomRead(2), fc.array(mutation, { minLength: 1, maxLength: 4 }))
  .map(([node, changes]) => {
    const url = decodeURIComponent(toUrl(node))
    const [path = '', search = ''] = [url.slice(0, url.indexOf('?')), url.slice(url.indexOf('?') + 1)]
    const changed = changes.reduce((text, { at, length, fragment, doubles }) => {
      const start = Math.floor(at * text.length)
      const kept = text.slice(start, start + length)
      return text.slice(0, start) + (doubles ? kept + kept : '') + fragment + text.slice(start + length)
    }, search)
    return `${encodeURI(path.toWellFormed()).replaceAll('?', '%3F')}?${encodePairs(changed)}`
  })

const encodePairs = (search: string) =>
  search
    .toWellFormed()
    .split('&')
    .map((pair) => pair.split('=').map(encodeURIComponent).join('='))
    .join('&')
