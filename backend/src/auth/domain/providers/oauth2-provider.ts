import type * as v from 'valibot'
import type { IdTokenClaims, Profile } from './profile.ts'

/** Access to the provider's API as the person who has just signed in. */
export interface ProfileApi {
  /** Fetches JSON with the person's access token. The address is moved to the configured host. */
  get<Schema extends v.GenericSchema<unknown, unknown>>(
    address: string,
    schema: Schema,
    headers?: Record<string, string>,
  ): Promise<v.InferOutput<Schema>>
  accessToken: string
  /** The complete response of the token endpoint. */
  tokens: Record<string, unknown>
  clientId: string
  secret: string
  /** Moves a URL of the provider to the configured server. */
  toConfiguredUrl(address: string): string
}

/** The properties of a provider that speaks OAuth 2 without OpenID Connect. */
export interface OAuth2Provider {
  kind: 'oauth2'
  authorizeUrl: string
  tokenUrl: string
  scopes: string[]
  readProfile(api: ProfileApi): Promise<Profile>
  /** Sends the secret in the Authorization header instead of the body. */
  usesBasicAuth?: true
  /** Supports a code challenge. Other providers ignore it or fail. */
  usesPkce?: true
  authorizationParams?: Record<string, string>
  /** The prefix of API paths on the operator's own server. */
  ownServerApiPath?: { host: string; path: string }
  /** Set if the provider issues ID tokens to native apps, which sign in with them (grant_type=id_token). */
  idToken?: { issuer: string; toProfile(claims: IdTokenClaims): Profile }
}
