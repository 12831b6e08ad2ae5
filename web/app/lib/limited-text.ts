import * as v from 'valibot'
import { CONTENT_LIMITS } from './content-limits.ts'
import { formatNumber } from './format/numbers.ts'

/**
 * Returns a schema for a trimmed text with the maximum length of its column. Forms send line ends as CR LF, which fields
 * count as one character.
 */
export function limitedText(column: keyof typeof CONTENT_LIMITS) {
  const most = CONTENT_LIMITS[column]
  return v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\r\n?/g, '\n')),
    v.trim(),
    v.maxLength(most, `Use at most ${formatNumber(most)} characters.`),
  )
}
