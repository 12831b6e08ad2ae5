import * as v from 'valibot'
import type { CustomProviderRow } from '../../tables/custom-providers.ts'
import type { OAuth2Provider } from './oauth2-provider.ts'
import type { OidcProvider } from './oidc-providers.ts'
import { type IdTokenClaims, type Profile, toStandardProfile } from './profile.ts'

/** Builds the catalog row of a custom provider. */
export function toCustomProvider(provider: CustomProviderRow): OAuth2Provider | OidcProvider {
  const toProfile = (claims: IdTokenClaims) => toMappedProfile(provider, claims)
  const { scopes, provider_type: type, issuer, authorization_url, token_url, userinfo_url } = provider
  if (type === 'oidc') {
    const withOpenid = scopes.includes('openid') ? scopes : ['openid', ...scopes]
    return { kind: 'oidc', issuer: issuer ?? undefined, scopes: withOpenid, toProfile }
  }
  return {
    kind: 'oauth2',
    authorizeUrl: authorization_url ?? '',
    tokenUrl: token_url ?? '',
    scopes,
    readProfile: async ({ get }) => {
      const claims = await get(userinfo_url ?? '', v.record(v.string(), v.unknown()))
      // Without a mapping, plain OAuth 2 servers usually call the subject `id`.
      return toProfile({ iss: new URL(token_url ?? '').origin, ...claims, sub: claims.sub ?? claims.id })
    },
  }
}

/** A string in the mapping names the provider's claim; any other value is used literally. */
function toMappedProfile(
  { attribute_mapping: mapping, custom_claims_allowlist: kept }: CustomProviderRow,
  claims: IdTokenClaims,
): Profile {
  const mapped = Object.entries(mapping).flatMap(([target, source]): [string, unknown][] => {
    if (typeof source !== 'string') return [[target, source]]
    const value = findClaim(claims, source)
    return value === undefined ? [] : [[target, value]]
  })
  const profile = toStandardProfile({ ...claims, ...Object.fromEntries(mapped) })
  const custom = Object.fromEntries(kept.filter((name) => name in claims).map((name) => [name, claims[name]]))
  if (Object.keys(custom).length === 0) return profile
  return { ...profile, claims: { ...profile.claims, custom_claims: custom } }
}

/** Reads a claim by name, or by a path with dots. */
function findClaim(claims: IdTokenClaims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  return path.split('.').reduce<unknown>((value, name) => {
    const isParent = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    return isParent ? Reflect.get(value, name) : undefined
  }, claims)
}
