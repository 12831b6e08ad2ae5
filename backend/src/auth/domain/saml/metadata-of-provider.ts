import { createGuardedFetch, ForbiddenAddressError } from '../../../http/guarded-fetch.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { consumeToken } from '../../tables/rate-limits.ts'
import { type SsoProviderRow, updateSsoMetadata } from '../../tables/sso-providers.ts'
import { type IdentityProvider, MAX_METADATA_LENGTH, parseMetadata } from './identity-provider.ts'

const FETCH_TIMEOUT_MS = 5_000
const DAY_MS = 86_400_000
const LONGEST_URL = 2_048
/** A metadata URL that fails is retried after a minute, by one process. */
const RETRY = { burst: 1, refillPerSecond: 1 / 60 }

/** Fetches metadata from the URL of an operator. Throws 400 with the reason. */
export async function fetchMetadata({ settings }: Pick<AuthDependencies, 'settings'>, url: string): Promise<string> {
  if (!URL.canParse(url) || url.length > LONGEST_URL) throw errors.validation('metadata_url is not a valid URL')
  if (!/^https:/i.test(url)) throw errors.validation('metadata_url is not a HTTPS URL')
  try {
    const response = await createGuardedFetch({
      allowsLoopback: false,
      allowsPrivate: false,
      privateHosts: settings.samlMetadataPrivateHosts,
      maxBytes: MAX_METADATA_LENGTH,
      timeoutMs: FETCH_TIMEOUT_MS,
    })(url)
    if (response.status !== 200) throw new Error(`the server responded with status ${response.status}`)
    return await response.text()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw errors.samlMetadataFetchFailed(
      cause instanceof ForbiddenAddressError ? `the address ${reason}` : reason,
      cause,
    )
  }
}

/**
 * Returns the identity provider of a row. Stale metadata is fetched again. While that fails, the old metadata stays
 * valid, so that an outage of the identity provider blocks no sign-in.
 */
export async function getIdentityProvider(
  dependencies: AuthDependencies,
  provider: SsoProviderRow,
): Promise<IdentityProvider> {
  const stored = parseMetadata(provider.metadata_xml)
  if (provider.metadata_url === null || !isStale(dependencies, provider, stored)) return stored
  const bucket = { limiter: 'saml metadata', key: provider.id, ...RETRY }
  if (!(await consumeToken(dependencies.sql, bucket, dependencies.now()))) return stored
  try {
    const xml = await fetchMetadata(dependencies, provider.metadata_url)
    const fresh = parseMetadata(xml)
    if (fresh.entityId !== provider.entity_id) throw errors.samlEntityMismatch(provider.entity_id)
    await updateSsoMetadata(dependencies.sql, provider.id, xml, dependencies.now())
    return fresh
  } catch (error) {
    dependencies.log.warn('SAML metadata could not be renewed', { provider: provider.id, error })
    return stored
  }
}

function isStale({ now }: AuthDependencies, { metadata_at: readAt }: SsoProviderRow, idp: IdentityProvider): boolean {
  if (idp.validUntil && idp.validUntil <= now()) return true
  return readAt.getTime() + (idp.cacheMs ?? DAY_MS) <= now().getTime()
}
