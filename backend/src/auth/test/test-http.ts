import { PASSWORD, type TestAuth } from './test-auth.ts'

/** A response with its body. */
interface TestResponse {
  status: number
  headers: Headers
  text: string
  /** The fields of a JSON object; empty for other bodies. */
  body: Record<string, unknown>
}

interface Requested {
  json?: unknown
  /** The Bearer token. */
  token?: string
  headers?: Record<string, string>
}

/** Sends a request as any HTTP client does. */
export async function sendRequest(
  { request }: Pick<TestAuth, 'request'>,
  method: string,
  path: string,
  { json, token, headers = {} }: Requested = {},
): Promise<TestResponse> {
  const response = await request(path, {
    method,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
  return { status: response.status, headers: response.headers, text, body }
}

/** Returns status, code and message of an error. */
export function readError({ status, body }: TestResponse): unknown[] {
  return [status, body.error_code, body.msg]
}

/** The tokens of a session with its user. */
export interface TestSession {
  access_token: string
  refresh_token: string
  user: { id: string }
}

/** Signs up a new user with a session. Accounts must need no confirmation. */
export async function openSession(auth: TestAuth, email: string): Promise<TestSession> {
  const { status, body, text } = await sendRequest(auth, 'POST', '/signup', { json: { email, password: PASSWORD } })
  if (status !== 200) throw new Error(text)
  return body as unknown as TestSession
}

/** Opens an emailed link as a browser does and returns its redirect. */
export async function followLink(auth: TestAuth, link: URL | undefined): Promise<URL> {
  const { headers } = await sendRequest(auth, 'GET', `/verify${link?.search ?? ''}`)
  return new URL(headers.get('location') ?? 'about:blank')
}

/** Returns the parameters in the fragment of a URL. */
export function readFragment(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
}

/** Returns status and error code of a response. */
export async function readCode(response: Response): Promise<[number, string | undefined]> {
  const body = (await response.json()) as { error_code?: string }
  return [response.status, body.error_code]
}

/** Returns the headers that authenticate a request. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
