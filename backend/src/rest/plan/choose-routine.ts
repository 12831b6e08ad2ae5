import { functionAmbiguous, functionNotFound } from '../errors.ts'
import { type Catalog, qualifiedName, type Routine } from '../schema/catalog.ts'
import { findSimilar } from './similar-names.ts'

const BODY_TYPES: Record<string, string[]> = {
  'application/json': ['json', 'jsonb'],
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
}
const NAME_SIMILARITY = 0.75

export interface CallQuery {
  schema: string
  name: string
  /** Names of the arguments that were given. */
  names: string[]
  /** The type of a POST's body; undefined for GET. */
  contentType: string | undefined
}

/** A function, and whether the whole body is its one argument. */
export interface ChosenRoutine {
  routine: Routine
  takesBody: boolean
}

/** The overload that fits the arguments. Throws PGRST202 for none and PGRST203 for several. */
export function chooseRoutine(catalog: Catalog, query: CallQuery): ChosenRoutine {
  const overloads = catalog.routines.get(qualifiedName(query.schema, query.name)) ?? []
  const isRaw = isRawBody(query.contentType)
  const hits = isRaw ? [] : overloads.filter((routine) => fits(routine, query.names))
  const [hit] = hits
  if (hits.length > 1) throw functionAmbiguous(hits.map(signature))
  if (hit) return { routine: hit, takesBody: false }
  const types = BODY_TYPES[query.contentType ?? ''] ?? []
  const whole = overloads.filter(({ parameters: [first, ...more] }) => {
    return first?.name === '' && more.length === 0 && types.includes(first.type)
  })
  const [taker] = whole
  if (whole.length > 1) throw functionAmbiguous(whole.map(signature))
  if (taker) return { routine: taker, takesBody: true }
  throw notFound(catalog, query, overloads)
}

/** Text, XML and bytes have no names of arguments. */
export function isRawBody(contentType: string | undefined): boolean {
  return contentType === 'text/plain' || contentType === 'text/xml' || contentType === 'application/octet-stream'
}

function fits({ parameters }: Routine, names: string[]): boolean {
  if (parameters.some(({ name }) => name === '')) return false
  const given = new Set(names)
  const known = new Set(parameters.map(({ name }) => name))
  return (
    names.every((name) => known.has(name)) && parameters.every(({ name, required }) => !required || given.has(name))
  )
}

function signature({ schema, name, parameters }: Routine): string {
  return `${schema}.${name}(${parameters.map((each) => (each.name === '' ? `=> ${each.type}` : `${each.name} => ${each.type}`)).join(', ')})`
}

/** PGRST202 for a name alone, as OPTIONS asks. */
export function functionNotFoundByName(catalog: Catalog, schema: string, name: string) {
  return notFound(catalog, { schema, name, names: [], contentType: undefined }, [])
}

function notFound(catalog: Catalog, { schema, name, names, contentType }: CallQuery, overloads: Routine[]) {
  const sorted = names.toSorted()
  const full = `${schema}.${name}`
  if (isRawBody(contentType)) {
    const type = BODY_TYPES[contentType ?? '']?.[0]
    const details = `Searched for the function ${full} with a single unnamed ${type} parameter, but no matches were found in the schema cache.`
    return functionNotFound(
      `Could not find the function ${full} in the schema cache`,
      details,
      suggest(catalog, schema, name, overloads, sorted),
    )
  }
  const list = sorted.join(', ')
  const withParameters = sorted.length === 1 ? ` with parameter ${list}` : ` with parameters ${list}`
  const searched = sorted.length === 0 ? ' without parameters' : withParameters
  const orBody = contentType === 'application/json' ? ' or with a single unnamed json/jsonb parameter' : ''
  return functionNotFound(
    `Could not find the function ${full}${sorted.length === 0 ? ' without parameters' : `(${list})`} in the schema cache`,
    `Searched for the function ${full}${searched}${orBody}, but no matches were found in the schema cache.`,
    suggest(catalog, schema, name, overloads, sorted),
  )
}

function suggest(catalog: Catalog, schema: string, name: string, overloads: Routine[], names: string[]): string | null {
  const describe = (routine: Routine) =>
    routine.parameters
      .map((each) => each.name)
      .sort()
      .join(', ')
  if (overloads.length > 0) {
    const candidates = overloads.map(describe)
    const similar = candidates.length === 1 ? candidates[0] : findSimilar(names.join(', '), candidates, 0.33)
    return similar === undefined ? null : `Perhaps you meant to call the function ${schema}.${name}(${similar})`
  }
  const others = [...catalog.routines.values()].flatMap((list) => list.filter((routine) => routine.schema === schema))
  const similar = findSimilar(
    name,
    others.map((routine) => routine.name),
    NAME_SIMILARITY,
  )
  return similar === undefined ? null : `Perhaps you meant to call the function ${schema}.${similar}`
}
