import { expect, test } from 'vitest'
import { splitCity } from './address-search.ts'

test.each([
  ['Via Roma 12, Torino', 'Via Roma 12', 'Torino'],
  ['12, rue de Rivoli, Paris', '12, rue de Rivoli', 'Paris'],
  ['12, rue de Rivoli', '12, rue de Rivoli', undefined],
  ['Via Roma, 12', 'Via Roma, 12', undefined],
  ['Via Roma, 12 B', 'Via Roma, 12 B', undefined],
  ['Via Roma, 50122 Firenze', 'Via Roma', 'Firenze'],
  ["Corso Federico II 1, L'Aquila", 'Corso Federico II 1', "L'Aquila"],
  ['Via Roma / Via Po, Torino', 'Via Roma / Via Po', 'Torino'],
  ['Via Roma', 'Via Roma', undefined],
])('splits %s before its city', (typed, street, city) => {
  expect(splitCity(typed)).toEqual({ street, city })
})
