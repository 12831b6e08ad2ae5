import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Names that the platform sets. */
const RESERVED = /^(SUPABASE_|SB_)/

/**
 * Reads the secrets of functions from `supabase/functions/.env`. Throws for reserved names. The message names the
 * variable and never contains a value.
 */
export function readSecrets(file: string): Record<string, string> {
  if (!existsSync(file)) return {}
  const secrets = parseEnv(readFileSync(file, 'utf8'))
  const reserved = Object.keys(secrets).filter((name) => RESERVED.test(name))
  if (reserved.length > 0) {
    throw new Error(`${file}: the platform sets names that start with SUPABASE_ or SB_. Remove ${reserved.join(', ')}.`)
  }
  return Object.fromEntries(Object.entries(secrets).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
