import type { FetchPolicy } from 'backend/http/guarded-fetch'

/**
 * Returns the addresses that bundles may be fetched from. Sites on loopback addresses may read bundles from each
 * other, for trying this out. All others reach public addresses only.
 */
export function readBundlePolicy(siteUrl: string): Pick<FetchPolicy, 'allowsLoopback' | 'allowsPrivate'> {
  const { hostname } = new URL(siteUrl)
  return { allowsLoopback: ['localhost', '127.0.0.1', '[::1]'].includes(hostname), allowsPrivate: false }
}
