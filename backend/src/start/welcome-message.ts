import type { Backend } from '../server.ts'

/**
 * Returns the next step for an installation without an administrator, to be printed at start: a link that makes a
 * member the administrator. Empty when there is one.
 */
export async function renderWelcomeMessage(
  backend: Pick<Backend, 'createSetupPath'> | undefined,
  siteUrl: string,
): Promise<string> {
  const path = await backend?.createSetupPath()
  if (!path) return ''
  return `This site has no administrator yet. Sign up with this link to become its administrator (it works once, for 7 days):
  ${siteUrl}${path}
To make an existing account an administrator instead: npm run admin -- grant your@address admin
`
}
