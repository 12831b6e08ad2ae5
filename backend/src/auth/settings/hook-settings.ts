import * as v from 'valibot'
import { Flag, setting } from './setting.ts'

const HookUri = v.pipe(
  v.string(),
  v.regex(
    /^(https?:\/\/\S+|pg-functions:\/\/[^/]+\/[^/]+\/[^/]+)$/,
    'must be https://host/path or pg-functions://postgres/schema/function',
  ),
)
const HookSecrets = v.pipe(
  v.string(),
  v.transform((text) => text.split('|').filter((part) => part !== '')),
  v.array(
    v.pipe(
      v.string(),
      v.regex(
        /^v1,whsec_[A-Za-z0-9+/]{32,88}={0,2}$/,
        'must be v1,whsec_ and base64 of 24 to 64 bytes; separate several by |',
      ),
    ),
  ),
)

const enabled = (variable: string, about: string) => setting(variable, Flag, 'false', about)
const uri = (variable: string) =>
  setting(variable, HookUri, undefined, 'URI of the hook: https://… or pg-functions://postgres/schema/function.')
const secrets = (variable: string) =>
  setting(variable, HookSecrets, '', 'Secrets that sign calls over HTTP (standard webhooks), separated by |.')

/** Hooks of the operator, called over HTTP or as database functions (auth 6.9). */
export const HOOK_SETTINGS = {
  hookBeforeUserCreated: enabled(
    'GOTRUE_HOOK_BEFORE_USER_CREATED_ENABLED',
    'Enables the hook that may reject a new account.',
  ),
  hookBeforeUserCreatedUri: uri('GOTRUE_HOOK_BEFORE_USER_CREATED_URI'),
  hookBeforeUserCreatedSecrets: secrets('GOTRUE_HOOK_BEFORE_USER_CREATED_SECRETS'),
  hookAfterUserCreated: enabled(
    'GOTRUE_HOOK_AFTER_USER_CREATED_ENABLED',
    'Enables the hook that is notified of new accounts.',
  ),
  hookAfterUserCreatedUri: uri('GOTRUE_HOOK_AFTER_USER_CREATED_URI'),
  hookAfterUserCreatedSecrets: secrets('GOTRUE_HOOK_AFTER_USER_CREATED_SECRETS'),
  hookCustomAccessToken: enabled(
    'GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_ENABLED',
    'Enables the hook that may change the claims of access tokens.',
  ),
  hookCustomAccessTokenUri: uri('GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_URI'),
  hookCustomAccessTokenSecrets: secrets('GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_SECRETS'),
  hookPasswordVerificationAttempt: enabled(
    'GOTRUE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_ENABLED',
    'Enables the hook that may reject a password attempt.',
  ),
  hookPasswordVerificationAttemptUri: uri('GOTRUE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI'),
  hookPasswordVerificationAttemptSecrets: secrets('GOTRUE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_SECRETS'),
  hookMfaVerificationAttempt: enabled(
    'GOTRUE_HOOK_MFA_VERIFICATION_ATTEMPT_ENABLED',
    'Enables the hook that may reject an MFA attempt.',
  ),
  hookMfaVerificationAttemptUri: uri('GOTRUE_HOOK_MFA_VERIFICATION_ATTEMPT_URI'),
  hookMfaVerificationAttemptSecrets: secrets('GOTRUE_HOOK_MFA_VERIFICATION_ATTEMPT_SECRETS'),
  hookSendSms: enabled('GOTRUE_HOOK_SEND_SMS_ENABLED', 'Enables the hook that sends SMS instead of a provider.'),
  hookSendSmsUri: uri('GOTRUE_HOOK_SEND_SMS_URI'),
  hookSendSmsSecrets: secrets('GOTRUE_HOOK_SEND_SMS_SECRETS'),
  hookSendEmail: enabled(
    'GOTRUE_HOOK_SEND_EMAIL_ENABLED',
    'Enables the hook that sends emails instead of the mail server.',
  ),
  hookSendEmailUri: uri('GOTRUE_HOOK_SEND_EMAIL_URI'),
  hookSendEmailSecrets: secrets('GOTRUE_HOOK_SEND_EMAIL_SECRETS'),
} as const

/** The name of a hook in its input, and of its settings. */
export const HOOKS = {
  'before-user-created': 'hookBeforeUserCreated',
  'after-user-created': 'hookAfterUserCreated',
  'customize-access-token': 'hookCustomAccessToken',
  'password-verification-attempt': 'hookPasswordVerificationAttempt',
  'mfa-verification-attempt': 'hookMfaVerificationAttempt',
  'send-sms': 'hookSendSms',
  'send-email': 'hookSendEmail',
} as const satisfies Record<string, keyof typeof HOOK_SETTINGS>

export type HookName = keyof typeof HOOKS

interface HookValues {
  [key: string]: unknown
}

/** Returns a line for each enabled hook that cannot be called. */
export function listInvalidHooks(values: HookValues): string[] {
  return Object.values(HOOKS).flatMap((key) => {
    if (values[key] !== true) return []
    const [variable] = HOOK_SETTINGS[`${key}Uri`].names
    const [secretsVariable] = HOOK_SETTINGS[`${key}Secrets`].names
    const address = values[`${key}Uri`]
    const given = values[`${key}Secrets`]
    if (typeof address !== 'string') return [`  ${variable}: is required, because the hook is enabled`]
    const hasSecret = Array.isArray(given) && given.length > 0
    return address.startsWith('http') && !hasSecret ? [`  ${secretsVariable}: is required for a hook over HTTP`] : []
  })
}
