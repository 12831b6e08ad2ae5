import type { AuthRequest } from '../context.ts'

const PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'snapchat',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'spotify',
  'slack',
  'slack_oidc',
  'workos',
  'twitch',
  'twitter',
  'zoom',
]

/** GET /settings: what a sign-in screen may offer. Contract §7.12. */
export function publicSettings(request: AuthRequest): Response {
  const { settings } = request.var.parts
  return request.json({
    external: {
      anonymous_users: settings.anonymousEnabled,
      email: settings.emailEnabled,
      phone: settings.phoneEnabled,
      ...Object.fromEntries(PROVIDERS.map((name) => [name, false])),
    },
    disable_signup: settings.disableSignup,
    mailer_autoconfirm: settings.mailerAutoconfirm,
    phone_autoconfirm: settings.smsAutoconfirm,
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
    sms_provider: '',
  })
}
