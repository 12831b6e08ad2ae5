import { expect, test } from 'vitest'
import { isLikely } from './find-imported-places.ts'

const at = (title: string, context: string) => ({ title, context, lng: 7.7, lat: 45 })

test.each([
  ['Museo Egizio', '', at('Museo Egizio', 'Via Accademia delle Scienze 6, Torino'), true],
  ['Caffè Al Bicerin', 'Torino', at('Caffe al Bicerin', 'Piazza della Consolata, Torino'), true],
  ['Trattoria da Gino', 'Via Monferrato 5, Torino', at('Via Monferrato 5', 'Torino, Italia'), true],
  ['Trattoria da Gino', '', at('Trattoria da Luigi', 'Roma'), false],
  ['Trattoria da Gino', '', at('Via Gino', 'Torino'), false],
  ['', '', at('Torino', 'Italia'), false],
])('decides whether %s (%s) matches the result of the geocoder', (title, address, found, isSame) => {
  expect(isLikely(title, address, found)).toBe(isSame)
})
