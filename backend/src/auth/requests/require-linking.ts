import { lacksSecondFactor } from '../domain/sessions/second-factor.ts'
import { errors } from '../errors.ts'
import type { AuthDependencies } from '../kernel/dependencies.ts'
import type { SignedIn } from './context.ts'

/**
 * Throws when members may not link or unlink identities, or when this member must use the second factor first. Each
 * identity is a way to sign in, and without one of them the member may be locked out (auth 7.9).
 */
export function requireLinking({ settings }: AuthDependencies, { user, session }: SignedIn): void {
  if (!settings.manualLinking) throw errors.manualLinkingDisabled()
  if (lacksSecondFactor(user, session)) throw errors.aal2ToLink()
}
