/** The public address of the services in tests. It is apart from `test-auth.ts`, which only vitest can load. */
export const API_URL = 'http://api.test:3000'

/** The public address of the accounts service. */
export const AUTH_URL = `${API_URL}/auth/v1`
