import { expect, test } from 'vitest'
import { describeTarget } from './describe-target.ts'

test('names the host of a web URL', () => {
  expect(describeTarget('https://walks.example/back?from=map')).toBe('walks.example')
  expect(describeTarget('http://localhost:8080/back')).toBe('localhost:8080')
})

test.each(['walks:/back', 'walks://back', 'walks://bank.example/back'])(
  'names only the scheme of %s, whose host the app has chosen itself',
  (uri) => {
    expect(describeTarget(uri)).toBe('an app on this device (walks)')
  },
)
