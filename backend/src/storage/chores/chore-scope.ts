import type { Scope } from '../kernel/scope.ts'

/** The scope of work without a request. */
export const CHORE_SCOPE: Scope = {
  role: 'service_role',
  claims: { role: 'service_role' },
  token: '',
  method: '',
  path: '',
  headers: {},
  operation: 'storage.blob.clean',
}
