import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../http/log.ts'
import type { Claims } from '../../http/tokens/tokens.ts'
import type { ChangeSource } from '../stream/change-source.ts'
import type { Subscriber } from './change-feed.ts'
import { createEntries } from './create-entries.ts'
import type { FeedTables } from './feed-tables.ts'
import { BindingError } from './filters/parse-filter.ts'
import type { Activation, Entry } from './subscription-index.ts'
import { toScope } from './visibility/scope.ts'

export const SUBSCRIBED = 'Subscribed to PostgreSQL'
const UNAVAILABLE = 'Realtime was unable to connect to the project database'

/** The state of a subscription in the feed. */
export interface FeedSubscription {
  subscriber: Subscriber
  claims: Claims
  entries: Entry[]
  activation: Activation
  isClosed: boolean
  /** The number of activations, so that only the latest one takes effect. */
  round: number
  /** True once the result of the last activation was announced. */
  isSettled: boolean
}

type EntryContext = Parameters<typeof createEntries>[0]

interface ActivationContext extends EntryContext {
  source: ChangeSource
  tables: FeedTables
  /** The delay before a subscription is retried after a failure of the database. */
  retryMs: number
  log: Log
  isClosed(): boolean
}

export function createActivation(scope: string): Activation {
  return { scope, isActive: true }
}

/**
 * Replaces the entries of a subscription by those of its current claims and tables. Repeats until the database answers.
 * With `isQuiet` the client is not notified, and a failure keeps the active entries.
 */
export async function activateSubscription(
  context: ActivationContext,
  subscription: FeedSubscription,
  isQuiet = false,
): Promise<void> {
  const { source, retryMs, log } = context
  subscription.round += 1
  const { round, subscriber } = subscription
  const isCurrent = () => subscription.round === round && !subscription.isClosed && !context.isClosed()
  for (;;) {
    try {
      await source.whenLive()
      const scope = toScope(subscription.claims)
      const activation =
        subscription.activation.scope === scope.key ? subscription.activation : createActivation(scope.key)
      const entries = await createEntries(context, { subscriber, scope, activation })
      if (!isCurrent()) return
      replaceEntries(context.tables, subscription, activation, entries)
      subscription.isSettled = true
      if (!isQuiet) subscriber.notify('ok', SUBSCRIBED)
      return
    } catch (error) {
      if (!isCurrent()) return
      // The filter of a wildcard may not fit a table that joined the publication. The active entries stay.
      if (isQuiet) return
      if (error instanceof BindingError) {
        replaceEntries(context.tables, subscription, createActivation(subscription.activation.scope), [])
        subscriber.notify('error', error.message)
        return
      }
      log.warn('subscription to changes failed', { error })
      subscriber.notify('error', UNAVAILABLE)
      await sleep(retryMs, undefined, { ref: false })
      if (!isCurrent()) return
    }
  }
}

function replaceEntries(
  tables: FeedTables,
  subscription: FeedSubscription,
  activation: Activation,
  entries: Entry[],
): void {
  if (activation !== subscription.activation) subscription.activation.isActive = false
  tables.remove(subscription.entries)
  tables.add(entries)
  subscription.activation = activation
  subscription.entries = entries
}
