import { findTarget } from '../navigation/target.ts'

/**
 * Returns path, query and hash of a target on the site, or undefined when the text leads elsewhere or is not an
 * absolute path. For every untrusted target: from a query, cookie, form or storage.
 */
export function toSafeTarget(text: string): string | undefined {
  const target = findTarget(text)
  return target?.kind === 'internal' && target.to.startsWith('/') ? target.to : undefined
}
