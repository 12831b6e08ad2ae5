/** Pages that are the same for everyone and rendered once. None needs an account or data. */
const PRERENDERED = ['/about']

/** Returns the paths of the prerendered pages. */
export function listPrerenderedPaths(): readonly string[] {
  return PRERENDERED
}
