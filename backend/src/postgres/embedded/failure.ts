/**
 * The reason in a PostgreSQL program's error output, as one line: what it says itself when it gives up, with the detail it
 * adds. A full disk and a folder that cannot be written are told in the operator's words.
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

/** Cuts the time, process id and level in front of a message. */
function stripPrefix(line: string): string {
  return line.replace(/^.*?(FATAL|PANIC|DETAIL|error):\s*/i, '')
}
