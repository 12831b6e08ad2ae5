/** The public URL of the services in tests. It has its own file because only vitest can load `test-auth.ts`. */
export const API_URL = 'http://api.test:3000'

/** The public URL of the accounts service. */
export const AUTH_URL = `${API_URL}/auth/v1`
