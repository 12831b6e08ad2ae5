import type { Sql } from '../../postgres/statements/sql.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { asService } from '../kernel/scope.ts'
import { recordBlob, touchPendingBlobs } from '../tables/pending-blobs.ts'
import { CHORE_SCOPE } from './chore-scope.ts'

/** A blob store that records each blob in the database before writing it (storage 11). */
export interface RecordedBlobStore extends BlobStore {
  /** Renews the records of blobs that are still being written, so that the chores of other processes keep them. */
  touchPending(): Promise<void>
}

export function createRecordedBlobStore(blobs: BlobStore, sql: Sql): RecordedBlobStore {
  const writing = new Set<string>()
  const record = async <Result>(version: string, write: () => Promise<Result>): Promise<Result> => {
    await recordBlob(sql, version)
    writing.add(version)
    return write().finally(() => writing.delete(version))
  }
  return {
    ...blobs,
    put: (version, content, limitBytes) => record(version, () => blobs.put(version, content, limitBytes)),
    copy: (from, to) => record(to, () => blobs.copy(from, to)),
    async touchPending() {
      if (writing.size > 0) await asService(sql, CHORE_SCOPE, (tx) => touchPendingBlobs(tx, [...writing]))
    },
  }
}
