import type { Backend } from './server.ts'

/**
 * Returns the next steps for an installation without accounts, to be printed at start; empty when there are accounts.
 */
export function renderWelcomeMessage(backend: Pick<Backend, 'hasAccounts'> | undefined, siteUrl: string): string {
  if (!backend || backend.hasAccounts) return ''
  return `There are no accounts yet. Sign up on ${siteUrl}/auth/signup, then make yourself an admin:
  npm run admin -- grant your@address admin
`
}
