import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeSlowest, listBrowserTimes, listVitestTimes } from './slowest-files.ts'

test('describes the slowest files of a Vitest report', () => {
  const file = (path: string, seconds: number) => ({
    name: join(process.cwd(), path),
    startTime: 1000,
    endTime: 1000 + seconds * 1000,
  })
  const times = listVitestTimes({ testResults: [file('a.test.ts', 2), file('web/b.test.ts', 9), file('c.test.ts', 4)] })
  expect(describeSlowest(times, 2)).toBe('slowest: web/b.test.ts 9 s, c.test.ts 4 s')
})

test('adds up the tests and attempts of a file of a Playwright report', () => {
  const specs = [{ tests: [{ results: [{ duration: 1500 }, { duration: 2500 }] }] }]
  const times = listBrowserTimes({
    suites: [{ file: 'lists.spec.ts', specs, suites: [{ file: 'lists.spec.ts', specs }] }],
  })
  expect(times).toEqual([{ path: 'lists.spec.ts', seconds: 8 }])
})
