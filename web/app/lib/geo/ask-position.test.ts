import { expect, test } from 'vitest'
import { askPosition } from './ask-position.ts'

const coords = { longitude: 7.7, latitude: 45.1 }

/** Creates a device that answers when the test wants it to. */
function createDevice() {
  let answer = () => {}
  const getCurrentPosition = (onFound: PositionCallback) => {
    answer = () => onFound({ coords } as GeolocationPosition)
  }
  return { getCurrentPosition, answer: () => answer() }
}

test('passes on the position of the device', () => {
  const device = createDevice()
  const found: unknown[] = []
  askPosition(
    device,
    (position) => found.push(position),
    () => expect.unreachable(),
    {},
  )
  device.answer()
  expect(found).toEqual([{ lng: 7.7, lat: 45.1 }])
})

test('ignores an answer that comes after the question was given up', () => {
  const device = createDevice()
  const giveUp = askPosition(
    device,
    () => expect.unreachable(),
    () => expect.unreachable(),
    {},
  )
  giveUp()
  device.answer()
})
