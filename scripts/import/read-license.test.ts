import { expect, test } from 'vitest'
import { parseFeature } from './read-features.ts'

const FILE = { license: 'ODbL 1.0', attribution: 'City of Turin' }
const CC_BY = { license_name: 'CC BY 4.0', license_url: 'https://creativecommons.org/licenses/by/4.0/' }

function read(properties: object, ofFile: object = {}) {
  const geometry = { type: 'Point', coordinates: [7.68, 45.07] }
  const line = parseFeature(
    JSON.stringify({ type: 'Feature', geometry, properties: { name: 'Mill', ...properties } }),
    ofFile,
  )
  return 'spot' in line ? line.spot.attribution : line.reason
}

test('prefers the licence and the author of a line to those of its file', () => {
  expect(read({}, FILE)).toMatchObject({ name: 'City of Turin', author: 'City of Turin', license_name: 'ODbL 1.0' })
  expect(read({ license: 'CC BY 4.0', attribution: 'Anna Rossi', source: 'walks' }, FILE)).toEqual({
    ...{ name: 'walks', author: 'Anna Rossi' },
    ...CC_BY,
  })
  expect(read({ attribution: 'Anna Rossi' }, FILE)).toMatchObject({ author: 'Anna Rossi', license_name: 'ODbL 1.0' })
})

test.each([
  ['CC BY 4.0', CC_BY],
  ['cc-by-4.0', CC_BY],
  ['https://creativecommons.org/licenses/by/4.0/deed.it', CC_BY],
  ['http://creativecommons.org/licenses/by/4.0', CC_BY],
  ['Licence Ouverte 2.0', { license_name: 'Licence Ouverte 2.0' }],
  [
    'https://example.org/terms',
    { license_name: 'https://example.org/terms', license_url: 'https://example.org/terms' },
  ],
])('reads the licence %s by its name or URL', (licence, expected) => {
  expect(read({ licence, source: 'walks' })).toEqual({ name: 'walks', ...expected })
})

test('reads an attribution as exports write it, with the page of the place', () => {
  const attribution = 'mara, Hereabouts, CC BY-SA 4.0, https://example.org/spot/abc'
  for (const ofFile of [{}, FILE])
    expect(read({ attribution }, ofFile)).toMatchObject({
      name: 'Hereabouts',
      author: 'mara',
      license_name: 'CC BY-SA 4.0',
    })
  expect(read({ license: 'CC0 1.0', source_url: 'https://example.org/1' })).toMatchObject({
    url: 'https://example.org/1',
  })
})

test('leaves a line without licence and author as it is', () => {
  for (const nothing of [{}, { license: null }, { license: '', attribution: '' }]) expect(read(nothing)).toBeUndefined()
})

test.each([
  [{ license: 4 }, 'license must be a text'],
  [{ license: ['CC BY 4.0'] }, 'license must be a text'],
  [{ license: 'x'.repeat(101) }, 'license is longer than 100 characters'],
  [{ license: 'CC0 1.0', licence: 'CC BY 4.0' }, 'license and licence differ: keep one of them'],
  [{ license: 'CC0 1.0', attribution: {} }, 'attribution must be a text'],
  [{ license: 'CC0 1.0', attribution: 'x'.repeat(201) }, 'attribution is longer than 200 characters'],
  [{ license: 'CC0 1.0', source_url: 'javascript:alert(1)' }, 'source_url is not an address that begins with https://'],
  [{ attribution: 'Anna' }, 'has an attribution without a license: add "license", or start with --license'],
])('rejects a line with %j with a sentence', (properties, reason) => {
  expect(read(properties)).toBe(reason)
})
