import type { Challenge, DeriveKeyFunction } from 'altcha-lib'
import { readPageSettings } from '#app/platform/config/page-settings.ts'

/** The form field that carries the captcha token. */
export const CAPTCHA_FIELD = 'captchaToken'

/**
 * Adds a captcha token to a form if the site asks for one: a solved proof of work, or the token that the provider's
 * widget wrote into this page. The page has one widget for all its forms.
 */
export async function addCaptchaToken(form: FormData): Promise<void> {
  const { captcha } = readPageSettings()
  if (!captcha || form.get(CAPTCHA_FIELD)) return
  if (captcha.provider === 'altcha') {
    await solve(form)
    return
  }
  const field = document.querySelector<HTMLInputElement>(`input[name="${CAPTCHA_FIELD}"]`)
  if (field?.value) form.set(CAPTCHA_FIELD, field.value)
}

/**
 * Adds a solved proof of work to a form of a site without captchas. The service requires one after many failed
 * passwords. Returns false if the site has captchas, or no challenge could be fetched.
 */
export async function addProofOfWork(form: FormData): Promise<boolean> {
  return readPageSettings().captcha === undefined && solve(form)
}

async function solve(form: FormData): Promise<boolean> {
  const { supabaseUrl, publishableKey } = readPageSettings()
  const response = await fetch(`${supabaseUrl}/auth/v1/captcha`, { headers: { apikey: publishableKey } }).catch(
    () => null,
  )
  // Without a token the service rejects the form with a reason, which is better than waiting here.
  if (!response?.ok) return false
  const { solveChallenge } = await import('altcha-lib')
  const challenge: Challenge = await response.json()
  const solution = await solveChallenge({ challenge, deriveKey })
  if (solution) form.set(CAPTCHA_FIELD, btoa(JSON.stringify({ challenge, solution })))
  return solution !== null
}

/** Derives the key with Web Crypto, because the library's own key derivation needs Node. */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength = 32 }, salt, password) => {
  const key = await crypto.subtle.importKey('raw', toBytes(password), 'PBKDF2', false, ['deriveBits'])
  const settings = { name: 'PBKDF2', hash: 'SHA-256', salt: toBytes(salt), iterations: cost }
  return { derivedKey: new Uint8Array(await crypto.subtle.deriveBits(settings, key, keyLength * 8)) }
}

function toBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
