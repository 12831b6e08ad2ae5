import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'

/** The key under which the clients of these tests store their session. */
export const STORAGE_KEY = 'session'

const USER_ID = '5b0a4a54-7d0a-4b7c-9d5e-0d6f6f0f2a11'

/** Returns an unsigned token with these claims. */
export function createToken(claims: Record<string, unknown> = {}): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: USER_ID, ...claims })}.c2lnbmF0dXJl`
}

export function createSession(expiresAtSeconds: number, overrides: Partial<Session> = {}): Session {
  return {
    access_token: createToken({ exp: expiresAtSeconds }),
    refresh_token: 'r1',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAtSeconds,
    user: {
      id: USER_ID,
      aud: 'authenticated',
      email: 'ada@example.org',
      created_at: '2026-11-20T00:00:00Z',
      app_metadata: {},
      user_metadata: {},
    },
    ...overrides,
  }
}

/** A storage for the client, as a Map that tests can inspect. */
export function createStorage(session?: unknown) {
  const items = new Map<string, string>()
  if (session !== undefined) items.set(STORAGE_KEY, JSON.stringify(session))
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/** A call that a client made. */
interface Call {
  method: string
  path: string
  body: unknown
  headers: Headers
  atMs: number
}

interface TestClient {
  client: SupabaseClient
  calls: Call[]
  storage: ReturnType<typeof createStorage>
}

interface TestClientOptions {
  session?: unknown
  storage?: ReturnType<typeof createStorage>
  autoRefreshToken?: boolean
  answer?: (call: Call) => Response | Promise<Response>
}

/** The unmodified client, against a backend that the test simulates. */
export function createTestClient({
  session,
  storage = createStorage(session),
  autoRefreshToken = false,
  answer: response = () => Response.json({}),
}: TestClientOptions = {}): TestClient {
  const calls: Call[] = []
  const fetchAsBackend: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const text = request.headers.get('content-type')?.includes('json') ? await request.text() : ''
    const call = {
      method: request.method,
      path: pathname + search,
      body: text ? JSON.parse(text) : undefined,
      headers: request.headers,
      atMs: Date.now(),
    }
    calls.push(call)
    return response(call)
  }
  const client = createClient('http://backend.test', 'key', {
    auth: { storage, storageKey: STORAGE_KEY, autoRefreshToken, persistSession: true, detectSessionInUrl: false },
    global: { fetch: fetchAsBackend },
    db: { retry: false },
  })
  return { client, calls, storage }
}
