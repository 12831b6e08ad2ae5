import { findTarget } from './navigation/target.ts'

/**
 * The path, query and hash of a target inside the site; undefined when the text leads anywhere else or is no path from the root.
 * For every target that comes from outside: query, cookie, form or stored data.
 */
export function toSafeTarget(text: string): string | undefined {
  const target = findTarget(text)
  return target?.kind === 'internal' && target.to.startsWith('/') ? target.to : undefined
}
