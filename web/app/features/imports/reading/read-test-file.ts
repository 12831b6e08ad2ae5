import { readFile } from './read-files.ts'

/** Reads one file for a test and returns the parts of all its readings together. */
export function readTestFile(name: string, content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const { readings, problems } = readFile(name, bytes)
  return {
    problems,
    places: readings.flatMap(({ places }) => places),
    unreadable: readings.flatMap(({ unreadable }) => unreadable),
    notes: readings.flatMap(({ notes }) => notes),
    other: readings.reduce((sum, { otherCount }) => sum + otherCount, 0),
  }
}
