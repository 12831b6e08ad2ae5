import { expect, test } from 'vitest'
import { bearingDegrees, describeWay, toWind } from './bearing.ts'

const origin = { lng: 0, lat: 0 }

test('counts clockwise from north', () => {
  expect(bearingDegrees(origin, { lng: 0, lat: 1 })).toBeCloseTo(0)
  expect(bearingDegrees(origin, { lng: 1, lat: 0 })).toBeCloseTo(90)
  expect(bearingDegrees(origin, { lng: 0, lat: -1 })).toBeCloseTo(180)
  expect(bearingDegrees(origin, { lng: -1, lat: 0 })).toBeCloseTo(270)
})

test('takes the short way across the antimeridian', () => {
  expect(bearingDegrees({ lng: 179, lat: 0 }, { lng: -179, lat: 0 })).toBeCloseTo(90)
})

test('names the nearest of eight compass directions', () => {
  expect([0, 22, 23, 90, 181, 337, 338, 359.9, 360, -45].map(toWind)).toEqual([
    'N',
    'N',
    'NE',
    'E',
    'S',
    'NW',
    'N',
    'N',
    'N',
    'NW',
  ])
})

test('describes distance and direction in figures and in words', () => {
  const way = describeWay({ lng: 7.6869, lat: 45.0703 }, { lng: 7.6869, lat: 45.0487 }, 'Turin')
  expect(way.short).toBe('2.4 km S')
  expect(way.words).toBe('2.4 kilometres south of Turin')
})

test('names no direction to the same place', () => {
  const at = { lng: 7.6869, lat: 45.0703 }
  expect(describeWay(at, { ...at, lat: 45.070301 }, 'Turin')).toMatchObject({
    degrees: null,
    short: 'same place',
    words: 'same place as Turin',
  })
  expect(describeWay(at, at).words).toBe('same place')
})
