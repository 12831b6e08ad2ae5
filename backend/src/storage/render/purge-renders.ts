import type { Endpoint } from '../endpoint.ts'

/** There is no CDN before us to purge: only what was rendered is kept, and all of it is dropped. */
export const purgeRenders: Endpoint = {
  operation: 'storage.cdn.purge',
  async handle({ renderCache }) {
    await renderCache.deleteAll()
    return Response.json({ message: 'success' })
  },
}
