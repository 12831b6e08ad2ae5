import type { SupabaseClient } from '@supabase/supabase-js'
import * as otpauth from 'otpauth'
import { type Account, createAccount, createMemberClient } from './accounts.ts'

/** An account with an authenticator app. */
export interface GuardedAccount {
  account: Account
  totp: otpauth.TOTP
  factorId: string
  /** A device on which the member is signed in, by the app too. */
  client: SupabaseClient
}

export async function createGuardedAccount(siteUrl: string): Promise<GuardedAccount> {
  const account = await createAccount(siteUrl)
  const client = await createMemberClient(siteUrl, account)
  return { account, client, ...(await addAuthenticatorApp(client, 'phone')) }
}

/** Adds an authenticator app to the account that a device is signed in to. The service ends sessions that have shown none. */
export async function addAuthenticatorApp({ auth }: SupabaseClient, friendlyName: string) {
  const { data: factor, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const totp = new otpauth.TOTP({ secret: otpauth.Secret.fromBase32(factor.totp.secret) })
  const { error: refusal } = await auth.mfa.challengeAndVerify({ factorId: factor.id, code: totp.generate() })
  if (refusal) throw refusal
  return { totp, factorId: factor.id }
}

/** The code of the next half minute: that of this one was used when the app was added, and a code holds once. */
export function findNextCode(totp: otpauth.TOTP): string {
  return totp.generate({ timestamp: Date.now() + 30_000 })
}
