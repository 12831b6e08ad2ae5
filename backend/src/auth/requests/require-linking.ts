import { lacksSecondFactor } from '../domain/sessions/second-factor.ts'
import { errors } from '../errors.ts'
import type { AuthDependencies } from '../kernel/dependencies.ts'
import type { SignedIn } from './context.ts'

/**
 * Throws when members may not link identities, or this one only after the second factor: a further identity is a further
 * way to sign in, and one fewer may lock the member out (auth 7.9).
 */
export function requireLinking({ settings }: AuthDependencies, { user, session }: SignedIn): void {
  if (!settings.manualLinking) throw errors.manualLinkingDisabled()
  if (lacksSecondFactor(user, session)) throw errors.aal2ToLink()
}
