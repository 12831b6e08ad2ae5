import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../http/log.ts'
import type { Database } from '../postgres/database.ts'
import type { Sql } from '../postgres/statements/sql.ts'
import type { ChangeFeed } from './changes/change-feed.ts'
import { createChangeFeed } from './changes/create-change-feed.ts'
import type { Cluster } from './cluster/cluster.ts'
import { createCluster } from './cluster/create-cluster.ts'
import { createReplay, type Replay } from './cluster/replay.ts'
import type { RealtimeSettings } from './settings.ts'
import type { ChangeSource } from './stream/change-source.ts'
import { openChangeSource } from './stream/open-change-source.ts'

const PARTITIONS_INTERVAL_MS = 60 * 60 * 1000
/** The maximum wait for the stream of changes at start-up, which a long transaction of another client can delay. */
const JOIN_TIMEOUT_MS = 10_000
const REPLAY_SETTINGS = { statement_timeout: 5000 }

/** The sources of messages and changes of a process besides its own sockets. */
export interface Sources {
  cluster: Cluster
  changes: ChangeFeed
  replay: Replay
  /** Settles as soon as the changes of the database are streamed. */
  whenLive: ChangeSource['whenLive']
  /** The lag of the stream of changes. */
  lag: ChangeSource['lag']
  close(): Promise<void>
}

export interface SourcesOptions {
  database: Pick<Database, 'connect' | 'replicate'>
  /** Creates and drops the partitions of `realtime.messages`. */
  owner: Sql
  /** True if no other process can use the database. */
  isAlone: boolean
  settings: RealtimeSettings
  log: Log
}

/**
 * Connects a process to the changes of the database and to the other processes that use it. Where there may be others,
 * it resolves once their messages arrive, so that no client is served before.
 */
export async function openSources({ database, owner, isAlone, settings, log }: SourcesOptions): Promise<Sources> {
  const { maxChangeBytes, maxPayloadBytes, streamStallLimitMs, subscriptionRetryMs } = settings
  const source = await openChangeSource({ database, owner, stallLimitMs: streamStallLimitMs, log })
  const { connect } = database
  const cluster = createCluster({ source, connect, isAlone, maxPayloadBytes, log })
  const changes = createChangeFeed({ source, connect, maxChangeBytes, retryMs: subscriptionRetryMs, log })
  const replaySql = connect('authenticator', { max: 2, settings: REPLAY_SETTINGS })
  const timer = await startPartitionChore(owner, log)
  if (!isAlone) await awaitJoin(cluster, log)
  return {
    cluster,
    changes,
    replay: createReplay(replaySql, maxPayloadBytes),
    whenLive: source.whenLive,
    lag: source.lag,
    close: async () => {
      clearInterval(timer)
      await changes.close()
      await cluster.close()
      await source.close()
      await replaySql.end()
    },
  }
}

async function awaitJoin(cluster: Cluster, log: Log): Promise<void> {
  const timeout = new AbortController()
  const isLate = sleep(JOIN_TIMEOUT_MS, true, { signal: timeout.signal }).catch(() => false)
  if (await Promise.race([cluster.whenJoined().then(() => false), isLate])) {
    log.warn('messages of other processes do not arrive yet', { waitedMs: JOIN_TIMEOUT_MS })
  }
  timeout.abort()
}

async function startPartitionChore(owner: Sql, log: Log): Promise<NodeJS.Timeout> {
  const maintain = async () => {
    await owner`select realtime.maintain_partitions()`.catch((error: unknown) =>
      log.error('the partitions of realtime.messages could not be maintained', { error }),
    )
  }
  await maintain()
  return setInterval(() => void maintain(), PARTITIONS_INTERVAL_MS).unref()
}
