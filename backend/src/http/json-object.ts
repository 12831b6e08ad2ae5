import * as v from 'valibot'

/** Returns true for a JSON object, but not for a list. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Any JSON object, with all its members. `v.record` also accepts lists, and leaves out members that are named
 * `constructor` or `prototype`.
 */
export const JsonObject = v.custom<Record<string, unknown>>(isJsonObject, 'an object is expected')
