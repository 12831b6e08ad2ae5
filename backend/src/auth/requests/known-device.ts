import { createHmac, randomBytes } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { sameText } from '../../http/tokens/caller.ts'
import type { AuthRequest } from './context.ts'

const COOKIE = 'hereabouts-device-'
const NAME_CHARACTERS = 16
const ID_BYTES = 16
const MAX_AGE_SECONDS = 180 * 24 * 3600
/** More accounts than this on one device are rare, and the cookies must fit into a request. */
const MAX_COOKIES = 10

/**
 * Returns the id of the device if it has signed in to this login before. The device cookie (OWASP) grants no access: it
 * only gives the device its own limit of failed attempts, which strangers cannot use up.
 */
export function findKnownDevice(request: AuthRequest, login: string): string | undefined {
  const [id, proof] = (getCookie(request, toName(request, login)) ?? '').split('.')
  return id && proof && sameText(proof, sign(request, `${login} ${id}`)) ? id : undefined
}

/** Sends the device cookie after a sign-in. */
export function rememberDevice(request: AuthRequest, login: string): void {
  // The folder of the service, because the site's sign-in page is under it and passes the cookie on.
  const { pathname: path, protocol } = new URL('.', request.var.dependencies.settings.externalUrl)
  const name = toName(request, login)
  const others = Object.keys(getCookie(request)).filter((other) => other.startsWith(COOKIE) && other !== name)
  for (const other of others.slice(MAX_COOKIES - 1)) deleteCookie(request, other, { path })
  const id = findKnownDevice(request, login) ?? randomBytes(ID_BYTES).toString('base64url')
  setCookie(request, name, `${id}.${sign(request, `${login} ${id}`)}`, {
    path,
    httpOnly: true,
    sameSite: 'Lax',
    secure: protocol === 'https:',
    maxAge: MAX_AGE_SECONDS,
  })
}

/** The name reveals no login, because it is keyed. */
function toName(request: AuthRequest, login: string): string {
  return COOKIE + sign(request, login).slice(0, NAME_CHARACTERS)
}

function sign(request: AuthRequest, text: string): string {
  const key = request.var.dependencies.tokens.deriveKey('known devices')
  return createHmac('sha256', key).update(text).digest('base64url')
}
