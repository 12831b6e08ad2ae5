import type { Handler } from 'hono'
import type { Sources } from '../open-sources.ts'
import { type ApiDependencies, identify } from './guard.ts'

interface Metric {
  name: string
  type: 'counter' | 'gauge'
  help: string
  value: number
}

/**
 * GET /metrics: the metrics of this process in the text format of Prometheus (realtime 13). Requires the secret key or
 * a token of service_role. Returns 404 to everyone else.
 */
export function createMetrics({ hub, keys, verifyKey }: ApiDependencies, lag: Sources['lag']): Handler {
  return async (context) => {
    const identity = await identify(context.req.raw.headers, undefined, keys, verifyKey).catch(() => undefined)
    if (identity?.claims.role !== 'service_role') return context.notFound()
    const { connections, channels, messagesIn, messagesOut, dropped } = hub.counters
    const { bytes, ms } = lag()
    const metrics: Metric[] = [
      { name: 'connections', type: 'gauge', help: 'Open sockets.', value: connections },
      { name: 'channels', type: 'gauge', help: 'Joined channels.', value: channels },
      { name: 'messages_in_total', type: 'counter', help: 'Messages of clients.', value: messagesIn },
      { name: 'messages_out_total', type: 'counter', help: 'Messages to clients.', value: messagesOut },
      { name: 'dropped_total', type: 'counter', help: 'Messages that were not delivered.', value: dropped },
      { name: 'stream_lag_bytes', type: 'gauge', help: 'WAL that is not processed yet.', value: bytes },
      { name: 'stream_lag_seconds', type: 'gauge', help: 'Age of the oldest unfinished commit.', value: ms / 1000 },
    ]
    return context.body(metrics.map(render).join(''), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  }
}

function render({ name, type, help, value }: Metric): string {
  const full = `realtime_${name}`
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${full} ${value}\n`
}
