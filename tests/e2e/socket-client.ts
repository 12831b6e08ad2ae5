import { createClient } from '@supabase/supabase-js'
import { PUBLISHABLE_KEY } from './site.ts'

/** Joins a channel of the site with the official client, broadcasts to itself and returns the payload that arrives. */
export async function exchangeBroadcast(siteUrl: string): Promise<unknown> {
  const client = createClient(siteUrl, PUBLISHABLE_KEY, { auth: { persistSession: false } })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const channel = client
    .channel('room', { config: { broadcast: { self: true } } })
    .on('broadcast', { event: 'greeting' }, ({ payload }) => resolve(payload))
    .subscribe((status, error) => {
      if (status === 'SUBSCRIBED')
        void channel.send({ type: 'broadcast', event: 'greeting', payload: { text: 'hello' } })
      else reject(error ?? new Error(status))
    })
  const payload = await promise
  await client.realtime.disconnect()
  return payload
}
