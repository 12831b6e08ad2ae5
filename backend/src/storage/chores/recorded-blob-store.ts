import type { Sql } from '../../postgres/statements/sql.ts'
import type { BlobStore, RecordedBlobStore } from '../blobs/blob-store.ts'
import { asService } from '../kernel/scope.ts'
import { deletePendingBlobs, recordBlob, touchPendingBlobs } from '../tables/pending-blobs.ts'
import { CHORE_SCOPE } from './chore-scope.ts'

/** Creates a store that records the blobs of another one. */
export function createRecordedBlobStore(blobs: BlobStore, sql: Sql): RecordedBlobStore {
  const writing = new Set<string>()
  const renewDuring = <Result>(version: string, write: () => Promise<Result>): Promise<Result> => {
    writing.add(version)
    return write().finally(() => writing.delete(version))
  }
  const record = async <Result>(version: string, write: () => Promise<Result>): Promise<Result> => {
    await recordBlob(sql, version)
    return renewDuring(version, write)
  }
  return {
    ...blobs,
    put: (version, content, limitBytes) => record(version, () => blobs.put(version, content, limitBytes)),
    copy: (from, to) => record(to, () => blobs.copy(from, to)),
    putRecorded: (version, content, limitBytes) => renewDuring(version, () => blobs.put(version, content, limitBytes)),
    forget: (version) => asService(sql, CHORE_SCOPE, (tx) => deletePendingBlobs(tx, [version])),
    async touchPending() {
      if (writing.size > 0) await asService(sql, CHORE_SCOPE, (tx) => touchPendingBlobs(tx, [...writing]))
    },
  }
}
