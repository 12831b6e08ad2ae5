import { createClient, type SupabaseClient } from '@supabase/supabase-js'

const OPTIONS = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }

/** Returns a variable of the platform. Throws when it is not set. */
function requireVariable(name: string): string {
  const value = Deno.env.get(name)
  if (value === undefined) throw new Error(`${name} is not set.`)
  return value
}

/** Creates a client with the secret key, which bypasses RLS. For callers that {@link isOperator} accepts. */
export function createSecretClient(): SupabaseClient {
  return createClient(requireVariable('SUPABASE_URL'), listKeys('SUPABASE_SECRET_KEYS')[0] ?? '', OPTIONS)
}

/** Posts JSON to a service of this project with the secret key, for endpoints that no client library covers. */
export function sendWithSecretKey(path: string, body: object): Promise<Response> {
  const key = listKeys('SUPABASE_SECRET_KEYS')[0] ?? ''
  return fetch(requireVariable('SUPABASE_URL').replace(/\/$/, '') + path, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Creates a client with the publishable key, which sees what visitors may see. */
export function createVisitorClient(): SupabaseClient {
  return createClient(requireVariable('SUPABASE_URL'), listKeys('SUPABASE_PUBLISHABLE_KEYS')[0] ?? '', OPTIONS)
}

/** Returns true when the request has a secret key of this project, as chores send it. */
export async function isOperator(request: Request): Promise<boolean> {
  const given = request.headers.get('apikey') ?? ''
  const matches = await Promise.all(listKeys('SUPABASE_SECRET_KEYS').map((key) => isSameText(given, key)))
  return matches.includes(true)
}

/** Returns the keys of a variable, which the platform provides by name. The default key comes first. */
function listKeys(variable: string): string[] {
  const { default: first, ...others } = JSON.parse(requireVariable(variable)) as Record<string, string>
  return [...(first === undefined ? [] : [first]), ...Object.values(others)]
}

/** Compares two texts by their digests, so that the timing reveals nothing about them. */
async function isSameText(a: string, b: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).join()
  return (await digest(a)) === (await digest(b))
}
