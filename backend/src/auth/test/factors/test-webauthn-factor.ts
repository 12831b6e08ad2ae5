import { TestAuthenticator } from '../passkeys/test-authenticator.ts'
import { PASSWORD, SITE_URL, type TestAuth } from '../test-auth.ts'

export const EMAIL = 'ada@example.org'
export const ENABLED = { GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true', GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED: 'true' }
const PARTY = { rpId: 'site.test', rpOrigins: [SITE_URL] }

interface Answer<Body> {
  status: number
  body: Body & { error_code?: string; msg?: string }
}

interface ChallengeBody {
  id: string
  type: string
  expires_at: number
  webauthn: { type: 'create' | 'request'; credential_options: { publicKey: PublicKey } }
}

interface PublicKey {
  challenge: string
  rp: { id: string }
  user: { id: string; name: string }
  rpId: string
  allowCredentials: { id: string }[]
  excludeCredentials: { id: string }[]
}

interface TokenBody {
  access_token: string
  user: { factors: Record<string, unknown>[] }
}

/**
 * A user who calls the service directly over HTTP, because auth-js needs the objects of a browser. browser.test.ts
 * covers auth-js.
 */
export async function signUp(auth: TestAuth, email = EMAIL) {
  const client = auth.client()
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error) throw error
  let token = data.session?.access_token ?? ''
  const post = async <Body>(path: string, json: unknown): Promise<Answer<Body>> => {
    const response = await auth.request(path, { json, headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, body: (await response.json()) as Answer<Body>['body'] }
  }
  const setToken = (text: string) => {
    token = text
  }
  return { client, post, setToken }
}

type Member = Awaited<ReturnType<typeof signUp>>

export async function enroll({ client }: Member, friendlyName = 'Key'): Promise<string> {
  const { data, error } = await client.auth.mfa.webauthn.enroll({ friendlyName })
  if (error) throw error
  return data.id
}

export function sendRequest(member: Member, factorId: string, webauthn: unknown = PARTY) {
  return member.post<ChallengeBody>(`/factors/${factorId}/challenge`, { factorId, webauthn })
}

export function answerChallenge(
  member: Member,
  factorId: string,
  { id, webauthn }: ChallengeBody,
  credential: unknown,
) {
  return member.post<TokenBody>(`/factors/${factorId}/verify`, {
    challenge_id: id,
    webauthn: { type: webauthn.type, ...PARTY, credential_response: credential },
  })
}

/** A user with a verified security key in a session at aal2. */
export async function withKey(auth: TestAuth, email = EMAIL) {
  const member = await signUp(auth, email)
  const factorId = await enroll(member)
  const key = new TestAuthenticator(SITE_URL)
  const { body } = await sendRequest(member, factorId)
  const raised = await answerChallenge(member, factorId, body, key.create(body.webauthn.credential_options.publicKey))
  member.setToken(raised.body.access_token)
  return { member, factorId, key, raised }
}
