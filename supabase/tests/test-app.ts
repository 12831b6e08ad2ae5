import { createClient } from '@supabase/supabase-js'
import { createAuthService } from '../../backend/src/auth/service.ts'
import { parseAuthSettings } from '../../backend/src/auth/settings.ts'
import { createLog } from '../../backend/src/http/log.ts'
import { createRestService } from '../../backend/src/rest/service.ts'
import { parseRestSettings } from '../../backend/src/rest/settings.ts'
import { createTestStorage, TEST_KEYS } from '../../backend/src/storage/test/test-storage.ts'
import type { Database } from '../../web/app/lib/database.types.ts'

const HOST = 'http://hereabouts.test'
const PASSWORD = 'correct horse 7'

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** All services over one database, with the official client. */
export async function createTestApp(
  options: { hasPersonalTokens?: boolean; environment?: Record<string, string> } = {},
) {
  const storage = await createTestStorage(options)
  const shared = { connect: storage.database.connect, tokens: storage.tokens, keys: TEST_KEYS, log: createLog('error') }
  const { personalTokens } = storage
  const rest = await createRestService({
    ...shared,
    tokens: storage.liveTokens,
    ...(personalTokens && { personalTokens }),
    settings: parseRestSettings(),
  })
  const auth = createAuthService({
    ...shared,
    settings: parseAuthSettings(options.environment ?? {}, { siteUrl: HOST, apiUrl: HOST }),
  })
  const fetchInProcess: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url.includes('/rest/v1')) return rest.fetch(request)
    if (request.url.includes('/storage/v1')) return storage.service.fetch(request)
    return auth.fetch(new Request(request.url.replace('/auth/v1', ''), request))
  }
  const connect = (key: string, send = fetchInProcess) =>
    createClient<Database>(HOST, key, {
      global: { fetch: send },
      auth: { persistSession: false, autoRefreshToken: false },
    })
  return {
    storage,
    fetch: fetchInProcess,
    owner: storage.database.connect('owner', { max: 1 }),
    server: (send?: typeof fetch) => connect(TEST_KEYS.secretKey, send),
    member: (send?: typeof fetch) => connect(TEST_KEYS.publishableKey, send),
    async [Symbol.asyncDispose]() {
      await rest.close()
      await storage[Symbol.asyncDispose]()
    },
  }
}

/** Creates an account and returns its id and signed-in client. */
export async function signUp({ member }: TestApp, email: string, send?: typeof fetch) {
  const client = member(send)
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error || !data.user) throw error ?? new Error('no account')
  return { client, id: data.user.id }
}

export function signIn(client: ReturnType<TestApp['member']>, email: string) {
  return client.auth.signInWithPassword({ email, password: PASSWORD })
}
