import { setTimeout as wait } from 'node:timers/promises'
import type { Lock } from '@tus/server'
import { asService, type Scope } from '../kernel/scope.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import { acquireResumableLock, releaseResumableLock, renewResumableLock } from '../tables/resumable-uploads.ts'

const ASK_EVERY_MS = 150
const GIVE_UP_AFTER_MS = 10_000
const RENEW_EVERY_MS = 500

/** The response while another request holds the upload. */
const LOCKED = { status_code: 423, body: 'The resource is locked\n' }

interface LockOptions {
  dependencies: StorageDependencies
  scope: Scope
  uploadId: string
  lockToken: string
  /** Waits for a part that is still being written. The lock must not be released before that. */
  settle(): Promise<void>
}

/**
 * Creates the write lock of an upload, shared by all processes. It is a lease in the upload's row rather than a
 * database lock, so waiting uploads do not occupy connections. A later request requests the lock, because the earlier
 * one is probably dead: the holder stores what it has and stops. Statements that record a part fail without the lock.
 */
export function createResumableLock({ dependencies, scope, uploadId, lockToken, settle }: LockOptions): Lock {
  const { sql, log } = dependencies
  let renewing: NodeJS.Timeout | undefined
  const take = () => asService(sql, scope, (tx) => acquireResumableLock(tx, uploadId, lockToken))
  const renew = async (release: () => void) => {
    const state = await asService(sql, scope, (tx) => renewResumableLock(tx, uploadId, lockToken))
    if (state !== 'kept') release()
  }
  return {
    async lock(signal, requestRelease) {
      const deadline = Date.now() + GIVE_UP_AFTER_MS
      // A missing upload needs no lock: it is being created, or the response is that it does not exist.
      for (let state = await take(); state === 'held'; state = await take()) {
        if (signal.aborted || Date.now() > deadline) throw LOCKED
        await wait(ASK_EVERY_MS)
      }
      renewing = setInterval(() => {
        renew(() => void requestRelease()).catch((error: unknown) => log.warn('renewing a lock failed', { error }))
      }, RENEW_EVERY_MS)
    },
    async unlock() {
      await settle()
      clearInterval(renewing)
      await asService(sql, scope, (tx) => releaseResumableLock(tx, uploadId, lockToken))
    },
  }
}
