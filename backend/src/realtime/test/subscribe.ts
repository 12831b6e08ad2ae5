import type { RealtimeChannel } from '@supabase/supabase-js'

/** Subscribes a channel of the official client. Throws unless it is joined. */
export function subscribe(channel: RealtimeChannel): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  channel.subscribe((status, error) => {
    if (status === 'SUBSCRIBED') resolve()
    else reject(error ?? new Error(status))
  })
  return promise
}
