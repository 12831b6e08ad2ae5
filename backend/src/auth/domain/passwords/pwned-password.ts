import { createHash } from 'node:crypto'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'

const PREFIX_LENGTH = 5

/**
 * Returns true when a password is listed by Have I Been Pwned. Only five characters of its SHA-1 are sent
 * (k-anonymity), and the response is padded so that its length reveals nothing. On failure returns false, or throws if
 * the settings say so.
 */
export async function isPwned(
  { settings, log }: Pick<AuthDependencies, 'settings' | 'log'>,
  password: string,
): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const response = await fetch(`${settings.pwnedUrl}/range/${hash.slice(0, PREFIX_LENGTH)}`, {
      headers: { 'add-padding': 'true', 'user-agent': settings.pwnedUserAgent },
      signal: AbortSignal.timeout(settings.pwnedTimeoutMs),
    })
    if (!response.ok) throw new Error(`Have I Been Pwned responded with ${response.status}.`)
    return isListed(await response.text(), hash.slice(PREFIX_LENGTH))
  } catch (error) {
    log.warn('Have I Been Pwned cannot be reached', { reason: error instanceof Error ? error.name : '' })
    if (settings.pwnedFailClosed) throw errors.pwnedUnavailable()
    return false
  }
}

/** Lines of `suffix:count`; padding lines have the count 0. */
function isListed(text: string, suffix: string): boolean {
  return text.split(/\r?\n/).some((line) => {
    const [listed, count] = line.trim().split(':')
    return listed?.toUpperCase() === suffix && Number(count) > 0
  })
}
