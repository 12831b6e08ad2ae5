import { expect, test } from 'vitest'
import { labelTowns } from './label-towns.ts'

const view = { left: 10, top: 26, right: 390, bottom: 480 }
const town = { x: 200, y: 60, width: 60, height: 16 }

test('labels a town without a mark below its dot', () => {
  const [name] = labelTowns([town], [], view)
  expect(name?.box).toEqual({ left: 170, right: 230, top: 68, bottom: 84 })
})

test('chooses another side where a box is taken, such as by a label of the frame', () => {
  const taken = { left: 190, top: 70, right: 220, bottom: 82 }
  const [name] = labelTowns([town], [], view, [taken])
  expect(name?.box).toEqual({ left: 210, right: 270, top: 52, bottom: 68 })
})
