import { expect, test } from 'vitest'
import { chooseNameSides, listNameBoxes } from './name-sides.ts'

const VIEW = { center: { lng: 0, lat: 0 }, zoom: 3, width: 500, height: 500 }
const choose = (marks: { lng: number; lat: number; title: string }[], panelPx = 0) =>
  chooseNameSides(marks, VIEW, { markDistancePx: 30, panelPx })

test('puts a name to the right of its number, and to the left at the edge of the map', () => {
  expect(choose([{ lng: 0, lat: 0, title: 'Vindolanda' }])).toEqual(['right'])
  expect(choose([{ lng: 19, lat: 0, title: 'Vindolanda' }])).toEqual(['left'])
})

test('leaves out a name that would cover a number or another name', () => {
  const row = [-6, 0, 6].map((lng) => ({ lng, lat: 0, title: 'A very long name' }))
  expect(choose(row)).toEqual(['left', null, 'right'])
})

test('leaves out a name behind the panel', () => {
  const low = [{ lng: 0, lat: -16, title: 'Maia' }]
  expect(choose(low)).toEqual(['right'])
  expect(choose(low, 160)).toEqual([null])
})

test('returns the boxes of the names that have room', () => {
  const marks = [0, 19].map((lng) => ({ lng, lat: 0, title: 'Vindolanda' }))
  const boxes = listNameBoxes(marks, VIEW, { markDistancePx: 30 })
  expect(boxes.map(({ left, right, top, bottom }) => [left, right, top, bottom].map(Math.round))).toEqual([
    [271, 347, 239, 261],
    [369, 445, 239, 261],
  ])
})
