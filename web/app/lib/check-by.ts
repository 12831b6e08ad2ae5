import * as v from 'valibot'

/** Returns a function that returns the first error of a text under a schema, for the `check` of a field. */
export function checkBy(schema: v.GenericSchema<string, unknown>): (text: string) => string | undefined {
  return (text) => v.safeParse(schema, text).issues?.[0].message
}
