import { errors } from '../../errors.ts'
import type { AuthSettings } from '../../settings.ts'

interface FactorTypeRow {
  /** The method name in the amr claim (auth 3.1). */
  method: string
  mayEnroll(settings: AuthSettings): boolean
  mayVerify(settings: AuthSettings): boolean
  enrollDisabled(): Error
  verifyDisabled(): Error
}

/** The types of MFA factors (auth 7.10). */
export const FACTOR_TYPES = {
  totp: {
    method: 'totp',
    mayEnroll: (settings) => settings.mfaTotpEnroll,
    mayVerify: (settings) => settings.mfaTotpVerify,
    enrollDisabled: errors.mfaTotpEnrollDisabled,
    verifyDisabled: errors.mfaTotpVerifyDisabled,
  },
  phone: {
    method: 'mfa/phone',
    mayEnroll: (settings) => settings.mfaPhoneEnroll,
    mayVerify: (settings) => settings.mfaPhoneVerify,
    enrollDisabled: errors.mfaPhoneEnrollDisabled,
    verifyDisabled: errors.mfaPhoneVerifyDisabled,
  },
  webauthn: {
    method: 'mfa/webauthn',
    mayEnroll: (settings) => settings.mfaWebauthnEnroll,
    mayVerify: (settings) => settings.mfaWebauthnVerify,
    enrollDisabled: errors.mfaWebauthnEnrollDisabled,
    verifyDisabled: errors.mfaWebauthnVerifyDisabled,
  },
} as const satisfies Record<string, FactorTypeRow>

export type FactorType = keyof typeof FACTOR_TYPES

/** Throws when the operator has disabled verification with this factor type. */
export function requireVerifyOffered(settings: AuthSettings, type: FactorType): void {
  const { mayVerify, verifyDisabled } = FACTOR_TYPES[type]
  if (!mayVerify(settings)) throw verifyDisabled()
}

const LONGEST_NAME = 255

/** Throws when a factor name is longer than its index allows. */
export function requireShortName(name: string): void {
  if (name.length <= LONGEST_NAME) return
  throw errors.validation(`friendly_name must not be longer than ${LONGEST_NAME} characters`)
}

/** Parses the factor type of an enrollment request. Throws when the type is unknown or disabled. */
export function parseEnrollType(settings: AuthSettings, text: string): FactorType {
  if (text !== 'totp' && text !== 'phone' && text !== 'webauthn') {
    throw errors.validation('factor_type needs to be totp, phone, or webauthn')
  }
  const { mayEnroll, enrollDisabled } = FACTOR_TYPES[text]
  if (!mayEnroll(settings)) throw enrollDisabled()
  return text
}
