import type { SecondFactor } from '#app/features/account/sign-in/codes/second-factors.ts'
import { writeNumber } from '#app/lib/format/number-words.ts'

/** The label of each kind of factor. */
export const factorLabels: Record<SecondFactor['kind'], string> = {
  totp: 'Authenticator app',
  webauthn: 'Security key or device',
  phone: 'Phone',
}

/** Returns a factor's name for use within a sentence. */
export function getFactorName({ kind, name, phoneEnding }: SecondFactor): string {
  if (name) return `“${name}”`
  return kind === 'phone' ? `the phone ending in ${phoneEnding}` : `the ${factorLabels[kind].toLowerCase()}`
}

/** Describes what happens if the member loses a factor. */
export function describeSafety(factors: SecondFactor[]): { kind: 'warn' | 'ok'; text: string } | undefined {
  const [first, second] = factors
  if (!first) return undefined
  if (!second) {
    return {
      kind: 'warn',
      text: `You have only one method. If you lose ${getFactorName(first)}, only the people who run this site can restore your access.`,
    }
  }
  return {
    kind: 'ok',
    text: `You have ${writeNumber(factors.length)} methods. If you lose ${getFactorName(first)}, you can still sign in with ${getFactorName(second)}.`,
  }
}
