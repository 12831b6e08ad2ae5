import { admitsSignUp } from '../../domain/accounts/sign-up-gate.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { PROVIDER_NAMES } from '../../settings/provider-names.ts'
import { listCustomProviders } from '../../tables/custom-providers.ts'

/** GET /settings: the sign-in methods that a client may offer (auth 7.12). */
export async function publicSettings(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const { settings, sql } = dependencies
  const custom = settings.customOauthEnabled ? await listCustomProviders(sql, undefined) : []
  return request.json({
    external: {
      anonymous_users: settings.anonymousEnabled,
      email: settings.emailEnabled,
      phone: settings.phoneEnabled,
      ...Object.fromEntries(PROVIDER_NAMES.map((name) => [name, settings.providers[name]?.isEnabled ?? false])),
    },
    // An extension: sign-in screens need it for their own buttons.
    custom_providers: custom.filter(({ enabled }) => enabled).map(({ identifier, name }) => ({ identifier, name })),
    web3: { ethereum: settings.web3EthereumEnabled, solana: settings.web3SolanaEnabled },
    disable_signup: !(await admitsSignUp(dependencies, {})),
    mailer_autoconfirm: settings.mailerAutoconfirm,
    phone_autoconfirm: settings.smsAutoconfirm,
    saml_enabled: settings.samlEnabled,
    saml_private_key_next_configured: settings.samlPrivateKeyNext !== undefined,
    passkeys_enabled: settings.passkeysEnabled,
    sms_provider: settings.smsProvider === 'outbox' ? '' : settings.smsProvider,
  })
}
