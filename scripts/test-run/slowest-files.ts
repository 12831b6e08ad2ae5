import { relative } from 'node:path'
import * as v from 'valibot'

/** The elapsed time of one test file. With several workers, it contains waits for a core. */
export interface FileTime {
  path: string
  seconds: number
}

/** The part of Vitest's JSON report with the times, in milliseconds. */
export const VitestTimes = v.object({
  testResults: v.array(v.object({ name: v.string(), startTime: v.number(), endTime: v.number() })),
})

/** The part of Playwright's JSON report with the times. */
export const BrowserTimes = v.object({ suites: v.array(v.lazy(() => Suite)) })

interface Suite {
  file: string
  specs: { tests: { results: { duration: number }[] }[] }[]
  suites?: Suite[] | undefined
}

const Suite: v.GenericSchema<Suite> = v.object({
  file: v.string(),
  specs: v.array(v.object({ tests: v.array(v.object({ results: v.array(v.object({ duration: v.number() })) })) })),
  suites: v.optional(v.array(v.lazy(() => Suite))),
})

/** Returns the time of each file of Vitest's report. */
export function listVitestTimes({ testResults }: v.InferOutput<typeof VitestTimes>): FileTime[] {
  return testResults.map(({ name, startTime, endTime }) => ({
    path: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }))
}

/** Returns the time of each file of Playwright's report, with all attempts. */
export function listBrowserTimes({ suites }: v.InferOutput<typeof BrowserTimes>): FileTime[] {
  return suites.map((suite) => ({ path: suite.file, seconds: sumDurations(suite) / 1000 }))
}

function sumDurations({ specs, suites = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
  return [...own, ...suites.map(sumDurations)].reduce((sum, duration) => sum + duration, 0)
}

/** Describes the files that took longest: "slowest: a.test.ts 12 s, b.test.ts 9 s". */
export function describeSlowest(times: readonly FileTime[], count = 10): string {
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)
  return `slowest: ${slowest.map(({ path, seconds }) => `${path} ${seconds.toFixed(0)} s`).join(', ')}`
}
