/** The messages with which browsers report a script that did not load. */
const FAILED_SCRIPT =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed/i

/** Returns true when the error means that a file of the app did not load. */
export function isChunkError(error: unknown): boolean {
  return error instanceof Error && FAILED_SCRIPT.test(error.message)
}
