import type { BufferedResponse } from '../../http/buffered-response.ts'
import type { Relation, Routine } from '../schema/catalog.ts'

/** Returns the methods for `Allow`, which depend on the relation and not on the caller. */
export function relationMethods(relation: Relation): string {
  const { insertable, updatable, deletable, primaryKey } = relation
  const methods = [
    'OPTIONS,GET,HEAD',
    insertable && 'POST',
    insertable && updatable && primaryKey.length > 0 && 'PUT',
    updatable && 'PATCH',
    deletable && 'DELETE',
  ]
  return methods.filter(Boolean).join(',')
}

export function routineMethods(routines: Routine[]): string {
  return routines.every((routine) => routine.isVolatile) ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST'
}

export const ROOT_METHODS = 'OPTIONS,GET,HEAD'

export function respondOptions(allow: string): BufferedResponse {
  const headers: BufferedResponse['headers'] = [
    ['Allow', allow],
    ['Content-Length', '0'],
  ]
  return { status: 200, statusText: 'OK', headers, body: null }
}
