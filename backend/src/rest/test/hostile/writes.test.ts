import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FRAGMENTS } from './fragments.ts'
import { expectHarmless, hiddenFrom, openHostileMuseum, RUNS, SEED, TIMEOUT } from './hostile-museum.ts'

const museum = await openHostileMuseum()
const { owner, token, expectIdlePool } = museum
const caller = fc.constantFrom(undefined, token)

const WRITES = [
  '/diaries',
  '/vault',
  '/artists',
  '/works',
  '/rooms',
  '/shows',
  '/frozen',
  '/work_counts',
  '/shown_works',
]
const hostileJson = fc.oneof(
  fc.json(),
  fc.constantFrom(
    '',
    '[',
    '{}',
    '[]',
    'null',
    '"x"',
    '[{},{"a":1}]',
    '{"id":1e400}',
    '{"id":"\\u0000"}',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `{"facts":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    '{"__proto__":{"id":1},"constructor":1}',
    '{"id":1,"id":2}',
    '\ufeff{"id":1}',
    '{"tags":["\\ud800"]}',
    '{"entry":"x","owner_id":"11111111-1111-4111-8111-111111111111","id":2}',
  ),
  fc
    .dictionary(
      fc.constantFrom('id', 'entry', 'owner_id', 'secret', 'name', 'title', 'label', 'rank', '', '"', 'x'),
      fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...FRAGMENTS, ...[1, 2, 3, 51])),
      { maxKeys: 4 },
    )
    .map((row) => JSON.stringify(row)),
)

test('never returns a server error or a hidden row for hostile writes (rest 20)', TIMEOUT, async () => {
  const headers = fc.record({
    prefer: fc
      .array(
        fc.constantFrom(
          'return=representation',
          'return=headers-only',
          'missing=default',
          'resolution=merge-duplicates',
          'resolution=ignore-duplicates',
          'handling=strict',
          'max-affected=0',
          'count=exact',
          'tx=rollback',
          'timezone=Mars/Olympus',
          'x='.repeat(50),
        ),
        { maxLength: 3 },
      )
      .map((list) => list.join()),
    'content-type': fc.constantFrom(
      'application/json',
      'text/csv',
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/octet-stream',
      'multipart/form-data; boundary=x',
      'x',
    ),
  })
  const query = fc.constantFrom(
    '',
    '?select=*',
    '?id=eq.2&select=*',
    '?entry=like.CAN*&select=entry',
    '?on_conflict=id',
    '?on_conflict=entry&columns=id,entry',
    '?columns=id,"x"',
    '?id=gte.0&order=rank&limit=1',
    '?select=*,artists(vault(*))&id=eq.2',
    '?or=(id.eq.2,entry.is.null)',
    '?%',
  )
  const vault = await owner`select * from vault order by id`
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...WRITES, '/rpc/echo_json', '/rpc/list_works', '/rpc/write_room', '/rpc/big', '/rpc/twice'),
      query,
      fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE'),
      hostileJson,
      headers,
      caller,
      async (path, search, method, body, sent, requested) => {
        const response = await museum.request(`${path}${search}`, {
          method,
          headers: sent,
          body: body.toWellFormed(),
          ...(requested ? { token: requested } : {}),
        })
        await expectHarmless(response, hiddenFrom(requested))
      },
    ),
    { numRuns: RUNS, ...SEED },
  )
  expect(await owner`select * from vault order by id`).toEqual(vault)
  await expectIdlePool()
})
