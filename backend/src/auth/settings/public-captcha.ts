import { PROTECTION_SETTINGS } from './protection-settings.ts'
import { parseSettings } from './setting.ts'

/** What a page must know to ask for the solution of a captcha. */
export interface PublicCaptcha {
  /** altcha is our own: its tasks are at /captcha of the accounts service. */
  provider: 'altcha' | 'hcaptcha' | 'turnstile'
  /** Empty for altcha. */
  siteKey: string
}

/** The captcha of this installation, undefined when none is asked for. The secret is not in it. Throws a line a wrong variable. */
export function readPublicCaptcha(environment: Record<string, string | undefined>): PublicCaptcha | undefined {
  const { captchaEnabled, captchaProvider, captchaSiteKey } = PROTECTION_SETTINGS
  const table = { captchaEnabled, captchaProvider, captchaSiteKey }
  const wrong: string[] = []
  const settings = parseSettings(table, environment, wrong)
  if (wrong.length > 0) throw new Error(`Settings that are wrong:\n${wrong.join('\n')}`)
  return settings.captchaEnabled ? { provider: settings.captchaProvider, siteKey: settings.captchaSiteKey } : undefined
}
