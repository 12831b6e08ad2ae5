import type { AuthDependencies } from '../../kernel/dependencies.ts'

/** Returns true unless the operator or the site rejects new accounts with this metadata. */
export async function admitsSignUp(
  { settings, signUpGate }: Pick<AuthDependencies, 'settings' | 'signUpGate'>,
  userMetadata: Record<string, unknown>,
): Promise<boolean> {
  return !settings.disableSignup && (await signUpGate(userMetadata))
}
