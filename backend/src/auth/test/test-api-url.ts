/** The public address of the services in the tests. Apart from `test-auth.ts`, which only a test of vitest can load. */
export const API_URL = 'http://api.test:3000'
