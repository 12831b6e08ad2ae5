import { expect } from 'vitest'
import { createTestAuth } from '../test-auth.ts'

export const EMAIL = 'ada@example.org'
export const PHONE = '4915112345678'
export const CHALLENGE = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }

/** A rejected request, one line of the contract's tables. The account ada@example.org exists and is confirmed. */
export type RejectedRequest = [
  method: string,
  path: string,
  json: object | undefined,
  environment: Record<string, string>,
  status: number,
  code: string,
  message?: string,
]

/** Sends the request and compares its response. */
export async function expectRejection(...[method, path, json, environment, status, code, message]: RejectedRequest) {
  await using auth = await createTestAuth(environment)
  await auth.sql`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, created_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', ${EMAIL}, ${'$2a$04$'.padEnd(60, 'x')}, now(), now())`
  const response = await auth.request(path, { method, ...(json ? { body: JSON.stringify(json) } : {}) })
  const body = (await response.json()) as { error_code: string; msg: string }
  expect([response.status, body.error_code]).toEqual([status, code])
  if (message !== undefined) expect(body.msg).toBe(message)
  expect(response.headers.get('x-sb-error-code')).toBe(code)
}
