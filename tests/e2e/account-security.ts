import type { Page } from '@playwright/test'
import * as otpauth from 'otpauth'
import { onFullAuthSite } from './full-auth-site.ts'

/** The test function with a site that has all account security features. */
export const test = onFullAuthSite({
  GOTRUE_MFA_PHONE_ENROLL_ENABLED: 'true',
  GOTRUE_MFA_PHONE_VERIFY_ENABLED: 'true',
  GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true',
  GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED: 'true',
  GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true',
  GOTRUE_MAILER_AUTOCONFIRM: 'true',
  GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true',
  GOTRUE_SMTP_MAX_FREQUENCY: '1s',
  GOTRUE_SMS_MAX_FREQUENCY: '1s',
  GOTRUE_RATE_LIMIT_SMS_SENT: '100000',
})

export const SECURITY_SETTINGS = '/account/settings?section=security'

/** Reads the secret that the page shows beside the QR code. */
export function readSecret(text: string | null): otpauth.TOTP {
  return new otpauth.TOTP({ secret: otpauth.Secret.fromBase32(text?.trim() ?? '') })
}

/** Adds a virtual authenticator that approves every request. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
