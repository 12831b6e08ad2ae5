import type { Endpoint } from './endpoint.ts'
import { asUser } from './scope.ts'

/** Asks the database and writes to the blob store: what a load balancer wants to know before it sends requests. */
export const getHealth: Endpoint = {
  operation: 'storage.health',
  async handle({ sql, blobs }, { scope }) {
    await asUser(sql, scope, (tx) => tx`select 1`)
    await blobs.check()
    return Response.json({ healthy: true })
  },
}
