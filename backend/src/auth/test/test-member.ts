import { PASSWORD, type TestAuth } from './test-auth.ts'

export const EMAIL = 'ada@example.org'

/** The official client of one user. */
export type MemberClient = ReturnType<TestAuth['client']>

/** Signs up a new user. */
export async function signUp(auth: TestAuth, email = EMAIL): Promise<MemberClient> {
  const client = auth.client()
  const { error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error) throw error
  return client
}
