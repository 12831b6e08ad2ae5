import { expect, test } from 'vitest'
import { negotiateFormat } from './media-types.ts'

const NOTHING = { planEnabled: false, geoJsonSchema: undefined, handlers: [] }

test.each([
  [null, 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
  ['image/png, */*;q=0.1', 'application/json; charset=utf-8'],
  ['text/csv;q=0.5, application/json', 'application/json; charset=utf-8'],
  ['text/csv', 'text/csv; charset=utf-8'],
  ['application/vnd.pgrst.object', 'application/vnd.pgrst.object+json; charset=utf-8'],
  ['APPLICATION/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json; charset=utf-8'],
  [
    'application/vnd.pgrst.object+json;nulls=stripped',
    'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
  ],
  ['application/vnd.pgrst.array+json;nulls=stripped', 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8'],
])('chooses a format for Accept: %s (rest 13)', (accept, contentType) => {
  expect(negotiateFormat(accept, NOTHING).contentType).toBe(contentType)
})

test('lists the types that are not available (rest 13)', () => {
  expect(() => negotiateFormat('image/png, text/html', NOTHING)).toThrow(
    'None of these media types are available: image/png, text/html',
  )
})

test('offers execution plans only if they are enabled (rest 13)', () => {
  const accept = 'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|nonsense;'
  expect(() => negotiateFormat(accept, NOTHING)).toThrow('None of these media types')
  expect(negotiateFormat(accept, { ...NOTHING, planEnabled: true })).toMatchObject({
    kind: 'plan',
    asJson: true,
    options: ['analyze'],
    of: { singular: true },
  })
})
