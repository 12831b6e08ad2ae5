import { expect, test } from 'vitest'
import { toAddress } from './find-places.ts'

test('gives two streets different ids at the corner where they cross', () => {
  const corner = { context: '', lng: 11.2549, lat: 43.7712 }
  const [one, other] = ['Via del Corso', 'Via dei Calzaiuoli'].map((title) => toAddress({ ...corner, title }))
  expect(one?.id).not.toBe(other?.id)
})
