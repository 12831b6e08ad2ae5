import { expect, test } from 'vitest'
import { toReportSent } from './report-url.ts'

test('closes the dialog of a report and keeps the rest of the page’s query', () => {
  expect(toReportSent('/spot/x')).toBe('/spot/x?reported=1')
  expect(toReportSent('/explore?list=a&link=b&do=report')).toBe('/explore?list=a&link=b&reported=1')
  expect(toReportSent('/post/x?report=post')).toBe('/post/x?reported=1')
})
