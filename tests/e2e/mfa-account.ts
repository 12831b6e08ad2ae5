import type { SupabaseClient } from '@supabase/supabase-js'
import * as otpauth from 'otpauth'
import { type Account, createAccount, createMemberClient } from './accounts.ts'

/** An account with an authenticator app. */
export interface MfaAccount {
  account: Account
  totp: otpauth.TOTP
  factorId: string
  /** A client that is signed in with both factors. */
  client: SupabaseClient
}

export async function createMfaAccount(siteUrl: string): Promise<MfaAccount> {
  const account = await createAccount(siteUrl)
  const client = await createMemberClient(siteUrl, account)
  return { account, client, ...(await addAuthenticatorApp(client, 'phone')) }
}

/**
 * Adds an authenticator app to the account of a signed-in client. The service ends sessions that have not verified it.
 */
export async function addAuthenticatorApp({ auth }: SupabaseClient, friendlyName: string) {
  const { data: factor, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const totp = new otpauth.TOTP({ secret: otpauth.Secret.fromBase32(factor.totp.secret) })
  const { error: rejection } = await auth.mfa.challengeAndVerify({ factorId: factor.id, code: totp.generate() })
  if (rejection) throw rejection
  return { totp, factorId: factor.id }
}

/** Returns the code of the next period. A code works only once, and the current one was used to add the app. */
export function findNextCode(totp: otpauth.TOTP): string {
  return totp.generate({ timestamp: Date.now() + 30_000 })
}
