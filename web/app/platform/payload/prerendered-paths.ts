/** Pages that are the same for everybody and made once. None that the guard keeps, and none that asks for data. */
const PRERENDERED = ['/about']

/** The pages that are made ahead. */
export function listPrerenderedPaths(): readonly string[] {
  return PRERENDERED
}
