/** The keys of the benchmark's storage server. */
export const STORAGE_KEYS = { publishableKey: 'sb_publishable_bench', secretKey: 'sb_secret_bench' }
