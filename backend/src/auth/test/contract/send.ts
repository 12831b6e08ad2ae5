import type { TestAuth } from '../test-auth.ts'

/** The fields of a response that the contract tests read. */
export interface Body {
  id: string
  code?: string
  error?: string
  error_code?: string
  msg?: string
  access_token: string
  user: { id: string }
}

/** Sends JSON to the service and returns the response with its body parsed where it is an object. */
export async function send(
  auth: TestAuth,
  method: string,
  path: string,
  json?: object,
  headers: Record<string, string> = {},
) {
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  const response = await auth.request(path, { method, headers, ...body })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: (text.startsWith('{') ? JSON.parse(text) : {}) as Body,
    text,
  }
}
