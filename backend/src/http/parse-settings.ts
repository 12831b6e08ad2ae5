import * as v from 'valibot'

/** Values separated by commas. Empty ones are left out. */
export const List = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
)

/** Parses settings from environment variables. Throws an error with one line per invalid variable. */
export function parseSettings<Schema extends v.GenericSchema>(
  schema: Schema,
  environment: Record<string, string | undefined>,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, environment)
  if (parsed.success) return parsed.output
  const lines = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? 'environment'}: ${issue.message}`)
  throw new Error(`Invalid settings:\n${lines.join('\n')}`)
}
