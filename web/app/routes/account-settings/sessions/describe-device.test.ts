import { expect, test } from 'vitest'
import { describeDevice } from './describe-device.server.ts'

test('names browser and system, and distinguishes phones from computers', () => {
  expect(describeDevice('Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0')).toEqual({
    device: 'Firefox on Android',
    kind: 'phone',
  })
  expect(
    describeDevice(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    ),
  ).toEqual({ device: 'Chrome on Windows', kind: 'computer' })
  const samsung = 'AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36'
  expect(describeDevice(`Mozilla/5.0 (Linux; Android 15; K) ${samsung}`).device).toBe('Samsung Internet on Android')
})

test('names other programs by their own name, and an empty user agent as unknown', () => {
  expect(describeDevice('walker-app/3.2 (build 7)')).toEqual({ device: 'walker-app', kind: 'program' })
  expect(describeDevice('node').device).toBe('node')
  expect(describeDevice('')).toMatchObject({ kind: 'program' })
  expect(describeDevice('x'.repeat(10_000)).device.length).toBeLessThanOrEqual(40)
})
