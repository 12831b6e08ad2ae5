/**
 * Returns the reason in the error output of a PostgreSQL program as one line: its last fatal message and the detail.
 * Describes a full disk and a read-only folder in plain words.
 */
export function describeOutput(output: string, folder: string): string {
  if (/No space left on device|Disk quota exceeded/i.test(output)) return `the disk that holds ${folder} is full`
  if (/Read-only file system/i.test(output)) return `${folder} is on a disk that cannot be written`
  const lines = output.split('\n').map((line) => line.trim())
  const last = lines.findLastIndex((line) => /(FATAL|PANIC|error):/i.test(line))
  if (last < 0) return lines.findLast((line) => line !== '') ?? 'it said nothing'
  const detail = lines[last + 1]?.includes('DETAIL:') ? ` ${stripPrefix(lines[last + 1] ?? '')}` : ''
  return `${stripPrefix(lines[last] ?? '')}${detail}`
}

/** Removes time, process id and level from a line. */
function stripPrefix(line: string): string {
  return line.replace(/^.*?(FATAL|PANIC|DETAIL|error):\s*/i, '')
}
