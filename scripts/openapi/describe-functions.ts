import type { Catalog, DatabaseFunction } from '../generate-database-types-catalog.ts'
import type { FunctionNote } from './function-notes.ts'
import { RESULTS, type Schema } from './results.ts'
import { toSchema } from './to-schema.ts'

const ERROR: Schema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: ['string', 'null'] },
    message: { type: 'string', description: 'A sentence that can be shown to people.' },
    hint: { type: ['string', 'null'] },
    details: { type: ['string', 'null'] },
  },
}

/** Describes the functions of the API in OpenAPI 3.1. The site adds its own URL as the server. */
export function describeFunctions(catalog: Catalog, notes: FunctionNote[]): Schema {
  const noted = new Map(notes.map((note) => [note.name, note]))
  const functions = catalog.functions.flatMap((each) => {
    const note = noted.get(each.name)
    return note && (note.isForVisitors || note.isForMembers) ? [{ each, note }] : []
  })
  return {
    openapi: '3.1.1',
    info: {
      title: 'Functions',
      version: '1',
      summary: 'Read and change what is on this map.',
      description:
        'Row-level security decides what a caller sees. Tables, files and sign-in are served too, by the protocol of Supabase.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Visitors', description: 'For everyone.' },
      { name: 'Members', description: 'With the token of a member.' },
    ],
    paths: Object.fromEntries(
      functions.map(({ each, note }) => [
        `/rest/v1/rpc/${each.name}`,
        { post: describeOperation(each, note, catalog) },
      ]),
    ),
    components: {
      schemas: { Error: ERROR },
      responses: {
        Error: {
          description: 'The request is invalid or not allowed, or there are too many.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A personal access token (hab_…) or the access token of a session.',
        },
        key: { type: 'apiKey', in: 'header', name: 'apikey', description: 'The publishable key, for visitors.' },
      },
    },
  }
}

function describeOperation(each: DatabaseFunction, note: FunctionNote, catalog: Catalog): Schema {
  const [summary = ''] = note.comment.split(/(?<=\.)\s/)
  const parameters = each.argumentTypes.map((type, index): [string, Schema] => [
    each.argumentNames[index] ?? `$${index + 1}`,
    toSchema(type, catalog),
  ])
  const required = parameters.slice(0, parameters.length - each.defaultCount).map(([name]) => name)
  const isEmpty = each.returns === 'void'
  return {
    operationId: each.name,
    tags: [note.isForVisitors ? 'Visitors' : 'Members'],
    summary,
    description: `${note.comment}${note.changesNothing ? '' : ' Changes data.'}`.trim(),
    security: note.isForVisitors ? [{ key: [] }, { token: [] }] : [{ token: [] }],
    requestBody: {
      required: required.length > 0,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: Object.fromEntries(parameters),
            ...(required.length > 0 && { required }),
            additionalProperties: false,
          },
        },
      },
    },
    responses: {
      ...(isEmpty
        ? { 204: { description: 'Done.' } }
        : {
            200: {
              description: 'The result.',
              content: { 'application/json': { schema: result(each, note, catalog) } },
            },
          }),
      '4XX': { $ref: '#/components/responses/Error' },
      503: { $ref: '#/components/responses/Error' },
    },
  }
}

function result(each: DatabaseFunction, note: FunctionNote, catalog: Catalog): Schema {
  const known = RESULTS[each.name]
  if (known) return known
  const row =
    note.columns.length > 0
      ? {
          type: 'object',
          properties: Object.fromEntries(note.columns.map(({ name, type }) => [name, orNull(toSchema(type, catalog))])),
          required: note.columns.map(({ name }) => name),
          additionalProperties: false,
        }
      : orNull(toSchema(each.returns, catalog))
  return each.returnsSet ? { type: 'array', items: row } : row
}

/** Adds null to a schema, because PostgreSQL does not know which results are never null. */
function orNull(schema: Schema): Schema {
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] }
}
