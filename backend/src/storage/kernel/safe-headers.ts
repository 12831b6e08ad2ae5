import { invalidRequest } from '../errors.ts'

/** Throws when a stored or received value could break out of its header. */
export function requireSafeHeaders(headers: Record<string, string>): Headers {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw invalidRequest(`Invalid character in header content ["${name}"]`)
  }
  return new Headers(headers)
}
