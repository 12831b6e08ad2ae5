import type { AuthDependencies } from '../../kernel/dependencies.ts'

/** Returns true if anyone may create an account with this metadata: neither the operator nor the site rejects it. */
export async function admitsSignUp(
  { settings, signUpGate }: Pick<AuthDependencies, 'settings' | 'signUpGate'>,
  userMetadata: Record<string, unknown>,
): Promise<boolean> {
  return !settings.disableSignup && (await signUpGate(userMetadata))
}
