import { functionNotFound } from '../errors.ts'
import type { RestError } from '../rest-error.ts'
import { type Catalog, qualifiedName, type Routine } from '../schema/catalog.ts'
import { BODY_TYPES, type CallQuery, isRawBody } from './call-query.ts'
import { findSimilar } from './similar-names.ts'

const NAME_SIMILARITY = 0.75
const PARAMETERS_SIMILARITY = 0.33

/** Returns PGRST202 with a hint about similar functions that the role may call. */
export function routineNotFound(catalog: Catalog, query: CallQuery): RestError {
  const { schema, name, contentType } = query
  const names = query.names.toSorted()
  const full = `${schema}.${name}`
  const hint = suggest(catalog, query, names)
  if (isRawBody(contentType)) {
    const type = BODY_TYPES[contentType ?? '']?.[0]
    return functionNotFound(
      `Could not find the function ${full} in the schema cache`,
      `Searched for the function ${full} with a single unnamed ${type} parameter, but no matches were found in the schema cache.`,
      hint,
    )
  }
  const orBody = contentType === 'application/json' ? ' or with a single unnamed json/jsonb parameter' : ''
  const called = names.length === 0 ? ' without parameters' : `(${names.join(', ')})`
  return functionNotFound(
    `Could not find the function ${full}${called} in the schema cache`,
    `Searched for the function ${full}${describeParameters(names)}${orBody}, but no matches were found in the schema cache.`,
    hint,
  )
}

function describeParameters(names: string[]): string {
  if (names.length === 0) return ' without parameters'
  return ` with ${names.length === 1 ? 'parameter' : 'parameters'} ${names.join(', ')}`
}

function suggest(catalog: Catalog, { schema, name, role }: CallQuery, names: string[]): string | null {
  const mayCall = (routine: Routine) => routine.visibleTo.includes(role)
  const overloads = (catalog.routines.get(qualifiedName(schema, name)) ?? []).filter(mayCall)
  if (overloads.length > 0) {
    const candidates = overloads.map(({ parameters }) =>
      parameters
        .map((each) => each.name)
        .toSorted()
        .join(', '),
    )
    const [only] = candidates
    const similar = candidates.length === 1 ? only : findSimilar(names.join(', '), candidates, PARAMETERS_SIMILARITY)
    return similar === undefined ? null : `Perhaps you meant to call the function ${schema}.${name}(${similar})`
  }
  const others = [...catalog.routines.values()]
    .flat()
    .filter((routine) => routine.schema === schema && mayCall(routine))
  const similar = findSimilar(name, new Set(others.map((routine) => routine.name)), NAME_SIMILARITY)
  return similar === undefined ? null : `Perhaps you meant to call the function ${schema}.${similar}`
}
