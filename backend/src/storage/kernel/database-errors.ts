import { ConnectionError, DatabaseError } from '../../postgres/statements/database-error.ts'
import {
  accessDenied,
  insufficientStorage,
  internalError,
  overloaded,
  relatedResourceMissing,
  resourceAlreadyExists,
  StorageError,
} from '../errors.ts'

/** Converts an error of PostgreSQL into one of the storage protocol; returns any other error unchanged. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  const translate = TRANSLATIONS[error.code] ?? CLASSES[error.code.slice(0, 2)]
  if (translate) return translate(error)
  const [, raised] = /^PT(4\d\d)$/.exec(error.code) ?? []
  if (raised !== undefined) return raisedError(Number(raised), error)
  return new StorageError('DatabaseError', 500, `database error, code: ${error.code}`, 'DatabaseError', {
    cause: error,
  })
}

/** Returns the error that the client receives, for any error. */
export function toFailure(error: unknown): StorageError {
  if (error instanceof ConnectionError) return overloaded(error)
  const known = toStorageError(error)
  return known instanceof StorageError ? known : internalError(error)
}

/** The error that a policy or trigger raises on purpose. Its SQLSTATE contains the status, as in the data service. */
const raisedError = (status: number, cause: DatabaseError) =>
  status === 403
    ? accessDenied(cause.message, cause)
    : new StorageError('InvalidRequest', status, cause.message, undefined, { cause })

const schemaMismatch = (cause: DatabaseError) =>
  new StorageError('DatabaseSchemaMismatch', 503, 'The database schema does not match the service', undefined, {
    cause,
  })

const TRANSLATIONS: Record<string, (error: DatabaseError) => StorageError> = {
  '42501': (error) =>
    /row-level security policy/.test(error.message)
      ? accessDenied('new row violates row-level security policy', error)
      : accessDenied(error.message, error),
  // set_config('role', …) of a role that does not exist: the token names it, so it is a client error.
  '22023': (error) => accessDenied(error.message, error),
  '23505': () => resourceAlreadyExists(),
  '23503': (error) =>
    /is still referenced/.test(error.detail ?? '')
      ? new StorageError(
          'ResourceReferenced',
          409,
          'The resource could not be updated or removed due to a foreign key constraint',
        )
      : relatedResourceMissing(),
  PT408: (cause) => new StorageError('RequestTimeout', 408, cause.message, undefined, { cause }),
  '57P01': overloaded,
  '57P02': overloaded,
  '57P03': overloaded,
  '53100': (cause) => insufficientStorage(cause),
  '55P03': (cause) => new StorageError('ResourceLocked', 423, 'The resource is locked', undefined, { cause }),
  '57014': (cause) =>
    new StorageError('DatabaseTimeout', 544, 'The database took too long to answer', undefined, { cause }),
  '25006': (cause) => new StorageError('DatabaseReadOnly', 503, 'The database is read-only', undefined, { cause }),
  '42703': schemaMismatch,
  '42P01': schemaMismatch,
  '42P17': schemaMismatch,
}

const UNSTORABLE =
  'Invalid Parameter: a value is too large, nested too deep, or contains a character that cannot be stored'
const invalidValue = (cause: DatabaseError) =>
  new StorageError('InvalidParameter', 400, UNSTORABLE, undefined, { cause })

/**
 * Fallbacks by SQLSTATE class. Values that PostgreSQL cannot store, such as NUL in metadata or nesting beyond its
 * limits, are client errors.
 */
const CLASSES: Record<string, (error: DatabaseError) => StorageError> = {
  '22': invalidValue,
  '54': invalidValue,
  '53': overloaded,
}
