import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestAuth } from '../test-auth.ts'

/** A request that the peer received. */
export interface PeerRequest {
  method: string
  url: URL
  headers: Headers
  form: URLSearchParams
}

/** An OAuth 2 provider on a local HTTP server. It accepts every user and checks requests as a real provider does. */
export interface OAuthPeer extends AsyncDisposable {
  url: string
  requests: PeerRequest[]
  /** JSON by path and query, or a function that returns it. */
  answers: Record<string, unknown>
  /** Fields to add to the response of the token endpoint. */
  tokens: Record<string, unknown>
  /** The client secret that it accepts, by header or form. */
  secret: string
  /** Parameters with which browsers return instead of a code. */
  rejection: Record<string, string> | undefined
}

type Answer = (request: PeerRequest) => unknown

export async function startOAuthPeer({
  authorizePath,
  tokenPath,
  answers: responses = {},
}: {
  authorizePath: string
  tokenPath: string
  answers?: Record<string, unknown>
}): Promise<OAuthPeer> {
  const codes = new Map<string, URLSearchParams>()
  const peer: Omit<OAuthPeer, keyof AsyncDisposable | 'url'> = {
    requests: [],
    answers: responses,
    tokens: {},
    secret: 'peer secret',
    rejection: undefined,
  }
  const serve = (request: PeerRequest): Response => {
    const { pathname, searchParams, search } = request.url
    if (pathname === authorizePath) {
      const code = randomBytes(8).toString('hex')
      codes.set(code, searchParams)
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      const sent = { ...(peer.rejection ?? { code }), state: searchParams.get('state') ?? '' }
      for (const [name, value] of Object.entries(sent)) back.searchParams.set(name, value)
      return new Response(null, { status: 302, headers: { location: back.href } })
    }
    if (pathname === tokenPath) return exchange(peer, codes, request)
    const found = peer.answers[pathname + search] ?? peer.answers[pathname]
    if (found === undefined) return Response.json({ message: 'Not Found' }, { status: 404 })
    return Response.json(typeof found === 'function' ? (found as Answer)(request) : found)
  }
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const request = {
      method: incoming.method ?? '',
      url: new URL(incoming.url ?? '', 'http://peer.test'),
      headers: new Headers(
        Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
      ),
      form: new URLSearchParams(Buffer.concat(chunks).toString()),
    }
    peer.requests.push(request)
    const response = serve(request)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(await response.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(peer, {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

function exchange(
  peer: Pick<OAuthPeer, 'secret' | 'tokens'>,
  codes: Map<string, URLSearchParams>,
  { form, headers }: PeerRequest,
): Response {
  const code = form.get('code') ?? ''
  const requested = codes.get(code)
  codes.delete(code)
  const [, basic = ''] = /^Basic (.+)$/.exec(headers.get('authorization') ?? '') ?? []
  const [, basicSecret = ''] = Buffer.from(basic, 'base64').toString().split(':')
  const isClient = [form.get('client_secret'), decodeURIComponent(basicSecret.replaceAll('+', ' '))].includes(
    peer.secret,
  )
  const challenge = requested?.get('code_challenge') ?? null
  const derived = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const isSame = requested?.get('redirect_uri') === form.get('redirect_uri')
  if (!requested || !isClient || !isSame || (challenge !== null && challenge !== derived)) {
    return Response.json({ error: 'invalid_grant' }, { status: 400 })
  }
  return Response.json({ access_token: `access-${code}`, refresh_token: `refresh-${code}`, ...peer.tokens })
}

/** Follows a sign-in as a browser does, until the service redirects to the site. */
export async function followSignIn(auth: TestAuth, address: string): Promise<URL> {
  const back = await followToCallback(auth, address)
  return openCallback(auth, back)
}

/** Follows a sign-in up to the callback URL to which the provider redirects. */
export async function followToCallback(auth: TestAuth, address: string): Promise<URL> {
  const begun = await auth.request(toPath(address), { redirect: 'manual' })
  if (begun.status !== 302) throw new Error(`/authorize responded with ${begun.status}: ${await begun.text()}`)
  const atPeer = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' })
  return new URL(atPeer.headers.get('location') ?? '')
}

/** Opens the callback and returns its redirect. */
export async function openCallback(auth: TestAuth, back: URL): Promise<URL> {
  const ended = await auth.request(toPath(back.href), { redirect: 'manual' })
  return new URL(ended.headers.get('location') ?? '', 'http://nowhere.test')
}

/** Returns the parameters in the fragment of a URL. */
export function readFragment(url: URL): URLSearchParams {
  return new URLSearchParams(url.hash.slice(1))
}

function toPath(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname.replace('/auth/v1', '') + search
}

/** Returns the user of the session in the fragment of a URL. */
export async function getUser(auth: TestAuth, end: URL) {
  const { data, error } = await auth.client().auth.getUser(readFragment(end).get('access_token') ?? '')
  if (error) throw new Error(`${error.message} ${end.href}`)
  return data.user
}
