import type { TestAuth } from '../test-auth.ts'
import { type MemberClient, signUp } from '../test-member.ts'

export const PHONE = '4915112345678'
export const ENABLED = { GOTRUE_MFA_PHONE_ENROLL_ENABLED: 'true', GOTRUE_MFA_PHONE_VERIFY_ENABLED: 'true' }
export const MINUTE_MS = 60_000

export async function enroll(client: MemberClient, phone = PHONE, friendlyName = 'Mobile') {
  return client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName })
}

export async function withPhone(auth: TestAuth) {
  const client = await signUp(auth)
  const { data, error } = await enroll(client)
  if (error) throw error
  return { client, factorId: data.id }
}

export async function challenge(client: MemberClient, factorId: string) {
  return client.auth.mfa.challenge({ factorId, channel: 'sms' })
}

export async function getCode(auth: TestAuth, phone = PHONE): Promise<string> {
  return /\d{6}/.exec((await auth.lastMail(phone)).text)?.[0] ?? ''
}

/** Returns a code that differs from the right one. */
export function createWrongCode(code: string): string {
  return code === '000000' ? '111111' : '000000'
}
