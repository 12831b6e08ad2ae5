import type * as v from 'valibot'
import type { IdTokenClaims, Profile } from './profile.ts'

/** Asks a provider about the person who has just signed in. */
export interface ProfileApi {
  /** Gets JSON with the person's access token; the address is moved to the host that the settings name. */
  get<Schema extends v.GenericSchema<unknown, unknown>>(
    address: string,
    schema: Schema,
    headers?: Record<string, string>,
  ): Promise<v.InferOutput<Schema>>
  accessToken: string
  /** The whole answer of the token endpoint. */
  tokens: Record<string, unknown>
  clientId: string
  secret: string
  /** Where an address of the provider lies under the settings. */
  locate(address: string): string
}

/** How a provider that speaks OAuth 2 without OpenID Connect differs from the others. */
export interface OAuth2Provider {
  kind: 'oauth2'
  authorizeUrl: string
  tokenUrl: string
  scopes: string[]
  readProfile(api: ProfileApi): Promise<Profile>
  /** Sends the secret in the Authorization header instead of the body. */
  usesBasicAuth?: true
  /** Takes a code challenge. Others ignore it, or stumble over it. */
  usesPkce?: true
  authorizationParams?: Record<string, string>
  /** What comes before API paths on a server of one's own. */
  ownServerApiPath?: { host: string; path: string }
  /** Its apps get ID tokens all the same: for sign-in by grant_type=id_token. */
  idToken?: { issuer: string; toProfile(claims: IdTokenClaims): Profile }
}
