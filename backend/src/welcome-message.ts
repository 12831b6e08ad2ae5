import type { Backend } from './server.ts'

/** What the operator of an installation without any account should do next, to be printed at start; empty where there is one. */
export function renderWelcomeMessage(backend: Pick<Backend, 'hasAccounts'> | undefined, siteUrl: string): string {
  if (!backend || backend.hasAccounts) return ''
  return `Nobody has an account yet. Sign up on ${siteUrl}/auth/signup, then become its admin:
  npm run admin -- grant your@address admin
`
}
