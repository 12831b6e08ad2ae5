import type { SupabaseClient } from '@supabase/supabase-js'
import { countDemo, fillDemo, removeDemo, type SeedProgress } from '../../../../supabase/seed/seed-demo.ts'

/** The requested operation: add the demo content or remove it. */
export type SeedIntent = 'fill' | 'remove'

/** Counts the existing demo content. */
export function countSeeded(client: SupabaseClient): Promise<{ spots: number; posts: number }> {
  return countDemo(client)
}

/** Runs the operation to the end, even if the client disconnects. */
export function runSeed(client: SupabaseClient, intent: SeedIntent, onProgress: (progress: SeedProgress) => void) {
  return intent === 'fill' ? fillDemo(client, onProgress) : removeDemo(client, onProgress)
}

/**
 * Runs the operation and streams its progress as JSON lines; the last may be `{ error }`. It continues if the client
 * disconnects.
 */
export function streamSeed(client: SupabaseClient, intent: SeedIntent): Response {
  const encoder = new TextEncoder()
  let isOpen = true
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const tell = (line: object) => isOpen && controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      try {
        await runSeed(client, intent, tell)
      } catch (error) {
        tell({ error: error instanceof Error ? error.message : 'It stopped halfway.' })
      }
      if (isOpen) controller.close()
    },
    cancel() {
      isOpen = false
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' } })
}
