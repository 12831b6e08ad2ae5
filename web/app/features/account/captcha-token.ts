import type { Challenge, DeriveKeyFunction } from 'altcha-lib'
import type { CaptchaSettings } from '#app/platform/app-settings.ts'
import { readPageSettings } from '#app/platform/page-settings.ts'

/** The field in which a form carries its captcha's token. */
export const CAPTCHA_FIELD = 'captchaToken'

/** Puts a solved proof of work into a form where this site asks for one. The other providers fill the field by their widget. */
export async function addCaptchaToken(form: FormData): Promise<void> {
  const { captcha, supabaseUrl, publishableKey } = readPageSettings()
  if (!needsWork(captcha)) return
  const reply = await fetch(`${supabaseUrl}/auth/v1/captcha`, { headers: { apikey: publishableKey } }).catch(() => null)
  // Without a token the service refuses the form and says why: better than waiting here.
  if (!reply?.ok) return
  const { solveChallenge } = await import('altcha-lib')
  const challenge: Challenge = await reply.json()
  const solution = await solveChallenge({ challenge, deriveKey })
  if (solution) form.set(CAPTCHA_FIELD, btoa(JSON.stringify({ challenge, solution })))
}

/** The library's own derivation is for Node; this is the same by the browser. */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength = 32 }, salt, password) => {
  const key = await crypto.subtle.importKey('raw', toBytes(password), 'PBKDF2', false, ['deriveBits'])
  const settings = { name: 'PBKDF2', hash: 'SHA-256', salt: toBytes(salt), iterations: cost }
  return { derivedKey: new Uint8Array(await crypto.subtle.deriveBits(settings, key, keyLength * 8)) }
}

function toBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}

/** Whether the browser has to work for a form, which takes script. */
export function needsWork(captcha: CaptchaSettings | undefined): boolean {
  return captcha?.provider === 'altcha'
}
