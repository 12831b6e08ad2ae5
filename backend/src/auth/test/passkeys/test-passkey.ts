import { SITE_URL, type TestAuth } from '../test-auth.ts'
import { EMAIL, type MemberClient, signUp } from '../test-member.ts'
import { TestAuthenticator } from './test-authenticator.ts'

export const ENABLED = { GOTRUE_PASSKEY_ENABLED: 'true' }
export const ONE_PASSWORD = 'bada5566-a7aa-401f-bd96-45619a55120d'
export const FIVE_MINUTES_MS = 300_000

export async function startPasskeyRegistration(client: MemberClient) {
  const { data, error } = await client.auth.passkey.startRegistration()
  if (error) throw error
  return { challengeId: data.challenge_id, options: data.options, expiresAt: data.expires_at }
}

export async function beginSignIn(client: MemberClient) {
  const { data, error } = await client.auth.passkey.startAuthentication()
  if (error) throw error
  return { challengeId: data.challenge_id, options: data.options }
}

/** A user with a passkey, and the device that holds it. */
export async function withPasskey(auth: TestAuth, email = EMAIL) {
  const client = await signUp(auth, email)
  const device = new TestAuthenticator(SITE_URL, ONE_PASSWORD)
  const { challengeId, options } = await startPasskeyRegistration(client)
  const { data, error } = await client.auth.passkey.verifyRegistration({
    challengeId,
    credential: device.create(options),
  })
  if (error) throw error
  return { client, device, passkey: data }
}
