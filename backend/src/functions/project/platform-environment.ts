import { randomUUID } from 'node:crypto'
import type { ApiKeys } from '../../http/tokens/caller.ts'
import type { Tokens } from '../../http/tokens/tokens.ts'

interface PlatformOptions {
  tokens: Pick<Tokens, 'publicKeys'>
  keys: ApiKeys
  apiUrl: string
  databaseUrl: string
}

/**
 * Returns the variables that the platform sets for functions (functions 3). The process environment is not among them.
 */
export function createPlatformEnvironment(options: PlatformOptions): Record<string, string> {
  const { tokens, keys, apiUrl, databaseUrl } = options
  return {
    SUPABASE_URL: apiUrl,
    SUPABASE_ANON_KEY: keys.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.secretKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    SUPABASE_JWKS: JSON.stringify({ keys: tokens.publicKeys }),
    SUPABASE_DB_URL: databaseUrl,
    SB_REGION: 'local',
    SB_EXECUTION_ID: randomUUID(),
  }
}
