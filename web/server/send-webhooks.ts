import { type Supabase, takeData } from '../app/lib/supabase.ts'

/**
 * Sends the messages to webhooks that are due, by the function `webhook`. It is called only when there are any, because
 * hosted projects count calls.
 */
export async function sendWebhooks(client: Supabase): Promise<void> {
  if (takeData(await client.rpc('count_due_webhooks')) === 0) return
  const { error } = await client.functions.invoke('webhook')
  if (error) throw error
}
