import { setTimeout as wait } from 'node:timers/promises'
import type { Lock } from '@tus/server'
import { asService, type Scope } from '../kernel/scope.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import { releaseResumableLock, renewResumableLock, takeResumableLock } from '../tables/resumable-uploads.ts'

const ASK_EVERY_MS = 150
const GIVE_UP_AFTER_MS = 10_000
const RENEW_EVERY_MS = 500

/** What the protocol answers while another request holds the upload. */
const LOCKED = { status_code: 423, body: 'The resource is locked\n' }

interface LockOptions {
  dependencies: StorageDependencies
  scope: Scope
  uploadId: string
  lockToken: string
  /** What must be done before the lock may go: a part that is still being written. */
  settle(): Promise<void>
}

/**
 * The right to write an upload, across processes. It lies in the row of the upload and not in a connection, so that waiting
 * uploads do not use up the pool. A request that comes later asks for it, since the earlier one is most likely dead: the holder
 * keeps what it has and leaves. What is written without the lock is refused by the statement that would note it.
 */
export function createResumableLock({ dependencies, scope, uploadId, lockToken, settle }: LockOptions): Lock {
  const { sql, log } = dependencies
  let renewing: NodeJS.Timeout | undefined
  const take = () => asService(sql, scope, (tx) => takeResumableLock(tx, uploadId, lockToken))
  const renew = async (release: () => void) => {
    const state = await asService(sql, scope, (tx) => renewResumableLock(tx, uploadId, lockToken))
    if (state !== 'kept') release()
  }
  return {
    async lock(signal, requestRelease) {
      const deadline = Date.now() + GIVE_UP_AFTER_MS
      // An upload that is not there has nothing to guard: it is being created, or the answer is that it is missing.
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
