// Runs the accounts service as a separate process, for tests of several at the same time. Reads its settings from the
// variable AUTH_PROCESS and prints its port.
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { JWK } from 'jose'
import { createAuthService } from '../src/auth/service.ts'
import { parseAuthSettings } from '../src/auth/settings.ts'
import { createLog } from '../src/http/log.ts'
import { createTokens } from '../src/http/tokens/tokens.ts'
import { openDatabase } from '../src/postgres/database.ts'

/** The settings of the process. */
export interface AuthProcessOptions {
  address: { socket: string; port: number; database: string }
  jwk: JWK
  jwtSecret: string
  keys: { publishableKey: string; secretKey: string }
  siteUrl: string
  apiUrl: string
  environment: Record<string, string>
}

const options = JSON.parse(process.env.AUTH_PROCESS ?? '') as AuthProcessOptions
const { siteUrl, apiUrl } = options
const service = createAuthService({
  connect: openDatabase(options.address, 'seed of test passwords').connect,
  tokens: await createTokens([options.jwk], options.jwtSecret),
  keys: options.keys,
  settings: parseAuthSettings(options.environment, { siteUrl, apiUrl }),
  log: createLog('warn'),
})
serve({ fetch: service.fetch, port: 0, hostname: '127.0.0.1' }, (address: AddressInfo) => {
  process.stdout.write(`${address.port}\n`)
})
// Ends with the test, however that ended.
process.stdin.on('end', () => process.exit(0)).resume()
