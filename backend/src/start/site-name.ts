import type { AuthSettings } from '../auth/settings.ts'
import type { Sql } from '../postgres/statements/sql.ts'

/** The time that a name is cached before it is read again, in the background. */
const STALE_AFTER_MS = 30_000

/**
 * Returns a function that returns the name of the site, which administrators may change at any time. It returns a
 * cached name that is at most half a minute old. While the database cannot be read, it returns the last known name.
 */
export async function followSiteName(sql: Sql, now: () => number = Date.now): Promise<() => string> {
  const read = async () => {
    const [row] = await sql<{ site_name: string }[]>`select site_name from public.instance_settings`
    return row?.site_name ?? 'Hereabouts'
  }
  let name = await read()
  let readAt = now()
  return () => {
    if (now() - readAt > STALE_AFTER_MS) {
      readAt = now()
      read().then(
        (current) => {
          name = current
        },
        () => undefined,
      )
    }
    return name
  }
}

/** Uses the name of the site in emails, SMS and passkeys, unless the operator has set other names and texts. */
export function nameAfterSite(
  settings: AuthSettings,
  environment: Record<string, string | undefined>,
  siteName: () => string,
): AuthSettings {
  const isSet = (...names: string[]) => names.some((name) => Boolean(environment[name]))
  const hasSender = isSet('SMTP_SENDER_NAME', 'GOTRUE_SMTP_SENDER_NAME')
  const hasSmsTemplate = isSet('GOTRUE_SMS_TEMPLATE')
  const hasMfaTemplate = isSet('GOTRUE_MFA_PHONE_TEMPLATE')
  const hasPasskeyName = isSet('GOTRUE_WEBAUTHN_RP_DISPLAY_NAME')
  return {
    ...settings,
    get smtpSenderName() {
      return hasSender ? settings.smtpSenderName : siteName()
    },
    get smsTemplate() {
      return hasSmsTemplate ? settings.smsTemplate : nameSms(siteName())
    },
    get mfaPhoneTemplate() {
      return hasMfaTemplate ? settings.mfaPhoneTemplate : nameSms(siteName())
    },
    get webauthnRpName() {
      return hasPasskeyName ? settings.webauthnRpName : siteName()
    },
  }
}

/** Returns the template of an SMS that says which site sends it. */
function nameSms(siteName: string): string {
  return `{{ .Code }} is your code for ${siteName}`
}
