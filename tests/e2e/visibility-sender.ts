import { type Account, createSessionCookies } from './accounts.ts'
import type { Subject } from './hidden-subject.ts'
import { PUBLISHABLE_KEY, type Site } from './site.ts'
import type { VisibilityRequest } from './visibility-requests.ts'

/** Sends a request as its viewer, and returns everything that the viewer can observe: status, headers and body. */
export type Learn = (request: VisibilityRequest, subject?: Subject) => Promise<string>

/** Headers that differ between any two responses. */
const VOLATILE = new Set([
  'date',
  'content-security-policy',
  'server-timing',
  'sb-request-id',
  'content-length',
  'x-request-id',
])
const AT_ONCE = 8

/**
 * Returns the function that sends requests as this account, or as a visitor without one. Pages get the session cookie,
 * services the key and token.
 */
export async function createLearner({ url }: Site, account?: Account, etag = '"x"'): Promise<Learn> {
  const cookies = account ? await createSessionCookies(url, account) : []
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const token = account ? readToken(cookies.map(({ value }) => value).join('')) : PUBLISHABLE_KEY
  const { origin } = new URL(url)
  return async ({ method = 'GET', path, headers = {}, body }, subject) => {
    const link = subject && new URL(path, url).searchParams.get('link')
    const caller = path.includes('/v1/')
      ? { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${token}`, ...(link && { 'x-link-secret': link }) }
      : { ...(cookie && { cookie }) }
    const photoEtag = `"${subject?.photo}-480.webp"`
    const sent = Object.entries({ ...caller, ...headers }).map(([name, value]): [string, string] => [
      name,
      value.replace('SITE', origin).replace('ETAG', path.startsWith('/photo/') ? photoEtag : etag),
    ])
    const response = await fetch(url + path, { method, headers: sent, redirect: 'manual', ...(body && { body }) })
    const text = describeBody(await response.arrayBuffer())
    const lines = [...response.headers].filter(([name]) => !VOLATILE.has(name)).map((line) => line.join(': '))
    return withoutNames([response.status, ...lines, text].join('\n'), subject)
  }
}

/** Sends all requests, a few at a time, and returns the observations by name. */
export async function learnAll(
  learn: Learn,
  requests: Record<string, VisibilityRequest>,
  subject?: Subject,
): Promise<Record<string, string>> {
  const learned: Record<string, string> = {}
  const waiting = Object.entries(requests)
  while (waiting.length > 0) {
    const batch = waiting.splice(0, AT_ONCE)
    const answers = await Promise.all(batch.map(([, request]) => learn(request, subject)))
    for (const [index, [name]] of batch.entries()) learned[name] = answers[index] ?? ''
  }
  return learned
}

function readToken(cookie: string): string {
  return JSON.parse(Buffer.from(cookie.slice('base64-'.length), 'base64url').toString()).access_token
}

/** Returns a body as text, or its size if it is not UTF-8. */
function describeBody(body: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return `${body.byteLength} bytes`
  }
}

/** Replaces the ids of the subject, nonces, times and hashes of the page. */
function withoutNames(answer: string, subject?: Subject): string {
  const names = Object.entries(subject ?? {}).toSorted(([, a], [, b]) => b.length - a.length)
  return (
    names
      .reduce((text, [name, id]) => text.replaceAll(id, `<${name}>`), answer)
      .replaceAll(/nonce="[^"]*"/g, 'nonce')
      .replaceAll(/"nonce",?"[^"]*"/g, 'nonce')
      .replaceAll(/\b\d{13}\b|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, 'time')
      .replaceAll(/\d\d:\d\d<\/time>/g, 'clock</time>')
      .replaceAll(/\d+ (?:seconds?|minutes?) ago/g, 'ago')
      .replaceAll(/<span>\d+ (?:min|h)<\/span>/g, 'age')
      // The version counts all changes that visitors and members see, so it reveals no single spot. In pages it stands in JSON
      // within JSON.
      .replaceAll(/\\*"version\\*"[:,]\d+/g, 'version')
      // ETags of pages are hashes of their content, which is compared itself.
      .replaceAll(/^etag: (?:W\/"[\w-]{27}"|"[\w-]{22}")$/gm, 'etag')
  )
}
