import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import * as v from 'valibot'
import { JsonObject } from '../../http/json-object.ts'

const FunctionConfig = v.object({
  enabled: v.optional(v.boolean('must be true or false'), true),
  verify_jwt: v.optional(v.boolean('must be true or false'), true),
})
// Unlike `v.record`, it keeps functions that are named `constructor` or `prototype`.
const ProjectConfig = v.object({ functions: v.optional(JsonObject, {}) })

/** The settings of one function in `supabase/config.toml`. */
export interface FunctionConfig {
  isEnabled: boolean
  verifiesJwt: boolean
}

/** Reads `[functions.<name>]` of `supabase/config.toml`. Throws an error for the operator. */
export function readFunctionConfigs(file: string): Map<string, FunctionConfig> {
  if (!existsSync(file)) return new Map()
  const { functions } = parseConfig(file, [], ProjectConfig, parseToml(file))
  return new Map(
    Object.entries(functions).map(([name, value]) => {
      const config = parseConfig(file, ['functions', name], FunctionConfig, value)
      return [name, { isEnabled: config.enabled, verifiesJwt: config.verify_jwt }]
    }),
  )
}

function parseConfig<Schema extends v.GenericSchema>(
  file: string,
  path: string[],
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const lines = parsed.issues.map(
    (issue) => `  ${[...path, v.getDotPath(issue) ?? []].flat().join('.')}: ${issue.message}`,
  )
  throw new Error(`${file} is invalid:\n${lines.join('\n')}`)
}

function parseToml(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} is not TOML: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
