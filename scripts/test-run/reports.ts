import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { BrowserTimes, type FileTime, listBrowserTimes, listVitestTimes, VitestTimes } from './slowest-files.ts'

/** The number of tests by result. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

const folder = mkdtempSync(join(tmpdir(), 'hereabouts-reports-'))

/** The file to which Vitest writes its JSON report. */
export const vitestReport = join(folder, 'vitest.json')
/** The file to which Playwright writes its JSON report. */
export const browserReport = join(folder, 'browser.json')

export function removeReports(): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Returns undefined when Vitest wrote no report. */
export function countVitestTests(): Counts | undefined {
  const report = readReport(
    vitestReport,
    v.object({ numPassedTests: v.number(), numFailedTests: v.number(), numPendingTests: v.number() }),
  )
  return report && { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }
}

/** Returns undefined when Playwright wrote no report. A flaky test counts as passed. */
export function countBrowserTests(): Counts | undefined {
  const report = readReport(
    browserReport,
    v.object({
      stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
    }),
  )
  if (!report) return undefined
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected + flaky, failed: unexpected, skipped }
}

/** Returns the time of each file in Vitest's report. */
export function readVitestTimes(): FileTime[] {
  const report = readReport(vitestReport, VitestTimes)
  return report ? listVitestTimes(report) : []
}

/** Returns the time of each file in Playwright's report. */
export function readBrowserTimes(): FileTime[] {
  const report = readReport(browserReport, BrowserTimes)
  return report ? listBrowserTimes(report) : []
}

function readReport<Schema extends v.GenericSchema>(file: string, schema: Schema): v.InferOutput<Schema> | undefined {
  return existsSync(file) ? v.parse(schema, JSON.parse(readFileSync(file, 'utf8'))) : undefined
}
