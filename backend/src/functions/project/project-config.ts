import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import * as v from 'valibot'

const FunctionConfig = v.object({
  enabled: v.optional(v.boolean('must be true or false'), true),
  verify_jwt: v.optional(v.boolean('must be true or false'), true),
})
const ProjectConfig = v.object({ functions: v.optional(v.record(v.string(), FunctionConfig), {}) })

/** The settings of one function in `supabase/config.toml`. */
export interface FunctionConfig {
  isEnabled: boolean
  verifiesJwt: boolean
}

/** Reads `[functions.<name>]` of `supabase/config.toml`. Throws an error for the operator. */
export function readFunctionConfigs(file: string): Map<string, FunctionConfig> {
  if (!existsSync(file)) return new Map()
  const parsed = v.safeParse(ProjectConfig, parseToml(file))
  if (!parsed.success) {
    const lines = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? 'functions'}: ${issue.message}`)
    throw new Error(`${file} is invalid:\n${lines.join('\n')}`)
  }
  const entries = Object.entries(parsed.output.functions)
  return new Map(entries.map(([name, config]) => [name, { isEnabled: config.enabled, verifiesJwt: config.verify_jwt }]))
}

function parseToml(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} is not TOML: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
