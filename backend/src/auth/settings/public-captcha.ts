import { PROTECTION_SETTINGS } from './protection-settings.ts'
import { parseSettings } from './setting.ts'

/** The data with which a page can solve a captcha. */
export interface PublicCaptcha {
  /** altcha is our own: its tasks are at /captcha of the accounts service. */
  provider: 'altcha' | 'hcaptcha' | 'turnstile'
  /** Empty for altcha. */
  siteKey: string
}

/**
 * Returns the captcha of this installation without its secret, or undefined if none is required. Throws an error with a
 * line for each invalid variable.
 */
export function readPublicCaptcha(environment: Record<string, string | undefined>): PublicCaptcha | undefined {
  const { captchaEnabled, captchaProvider, captchaSiteKey } = PROTECTION_SETTINGS
  const table = { captchaEnabled, captchaProvider, captchaSiteKey }
  const wrong: string[] = []
  const settings = parseSettings(table, environment, wrong)
  if (wrong.length > 0) throw new Error(`Invalid settings:\n${wrong.join('\n')}`)
  return settings.captchaEnabled ? { provider: settings.captchaProvider, siteKey: settings.captchaSiteKey } : undefined
}
