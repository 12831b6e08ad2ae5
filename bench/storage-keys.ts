/** The keys by which the bench speaks to its own storage server. */
export const STORAGE_KEYS = { publishableKey: 'sb_publishable_bench', secretKey: 'sb_secret_bench' }
