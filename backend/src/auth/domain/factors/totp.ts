import { Secret, TOTP } from 'otpauth'

const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
const DIGITS = 6

/** Creates a shared secret in base32, without padding. */
export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32.replaceAll('=', '')
}

/** Returns the URI that authenticator apps read from the QR code. */
export function toTotpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = { algorithm: 'SHA1', digits: String(DIGITS), issuer, period: String(PERIOD_SECONDS), secret }
  return `otpauth://totp/${label}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`
}

/** Checks a code against the current time step and its two neighbours, because clocks differ. */
export function isTotpCode(secret: string, code: string, now: Date): boolean {
  // The library throws for other characters that take more than one byte.
  if (!/^[0-9]+$/.test(code)) return false
  const options = { algorithm: 'SHA1', digits: DIGITS, period: PERIOD_SECONDS, secret: Secret.fromBase32(secret) }
  return new TOTP(options).validate({ token: code, timestamp: now.getTime(), window: 1 }) !== null
}
