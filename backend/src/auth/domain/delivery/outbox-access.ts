import { createHash, randomBytes } from 'node:crypto'
import type { AuthServices, Statements } from '../../kernel/dependencies.ts'
import { claimOutboxLink, createOutboxKey, hasOutboxBrowser } from '../../tables/outbox-keys.ts'

const KEY_BYTES = 32
const LINK_MS = 24 * 3_600_000
/** The time for which a browser may read the outbox after opening a link. */
export const BROWSER_MS = 12 * 3_600_000

/** Creates a link to the outbox that works once, within a day. */
export async function createOutboxLink(
  sql: Statements,
  { settings, now }: Pick<AuthServices, 'settings' | 'now'>,
): Promise<string> {
  const key = await createKey(sql, 'link', new Date(now().getTime() + LINK_MS))
  return `${settings.externalUrl}/outbox?key=${key}`
}

/** Uses up the key of a link. Returns a key for the browser, or undefined when the link is unknown, used or expired. */
export async function openOutboxLink(sql: Statements, key: string, now: Date): Promise<string | undefined> {
  if (!(await claimOutboxLink(sql, hashKey(key), now))) return undefined
  return createKey(sql, 'browser', new Date(now.getTime() + BROWSER_MS))
}

/** Returns true for the key of a browser that has opened the outbox by a link. */
export async function isOutboxBrowser(sql: Statements, key: string, now: Date): Promise<boolean> {
  return hasOutboxBrowser(sql, hashKey(key), now)
}

async function createKey(sql: Statements, purpose: 'link' | 'browser', expiresAt: Date): Promise<string> {
  const key = randomBytes(KEY_BYTES).toString('base64url')
  await createOutboxKey(sql, { hash: hashKey(key), purpose, expiresAt })
  return key
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
