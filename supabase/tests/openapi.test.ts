import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

const FILE = join(import.meta.dirname, '../../web/server/resources/openapi/openapi.generated.json')
const HOST = 'http://hereabouts.test'

interface Operation {
  requestBody: { content: { 'application/json': { schema: object } } }
  responses: Record<string, { content?: { 'application/json': { schema: object } } }>
}
const description = JSON.parse(readFileSync(FILE, 'utf8')) as { paths: Record<string, { post: Operation }> }
const ajv = new Ajv2020({ strict: false })
formats.default(ajv)

let app: TestApp
let member: Awaited<ReturnType<typeof signUp>>
let token: string
let spot: string

beforeAll(async () => {
  app = await createTestApp({ hasPersonalTokens: true })
  member = await signUp(app, 'ada@example.org')
  const [city] = await app.owner<{ id: number }[]>`
    insert into public.cities (id, slug, name, country_code, country_name, population, time_zone, lng, lat, feature_code)
    values (1, 'turin', 'Turin', 'IT', 'Italy', 900000, 'Europe/Rome', 7.69, 45.07, 'PPL') on conflict do nothing returning id`
  const [row] = await app.owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, visibility, status, author_id, city_id)
    values ('Old mill', 'castle', 7.7, 45, 'public', 'published', ${member.id}, ${city?.id ?? null}) returning id`
  spot = row?.id ?? ''
  const { data } = await member.client.rpc('create_personal_token', { name: 'Test', scope: 'write', days: 1 })
  token = (data as { token: string }).token
})
afterAll(() => app[Symbol.asyncDispose]())

async function call(name: string, body: object) {
  const response = await app.fetch(`${HOST}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, answer: text === '' ? undefined : (JSON.parse(text) as unknown) }
}

/** Returns the schema of a successful response and that of the arguments. */
function schemasOf(name: string) {
  const operation = description.paths[`/rest/v1/rpc/${name}`]?.post
  return {
    body: operation?.requestBody.content['application/json'].schema ?? false,
    answer: operation?.responses[200]?.content?.['application/json'].schema,
  }
}

test('is a valid document of OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(description))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  // Proves that the validator rejects an invalid document.
  expect((await new Validator().validate({ openapi: '3.1.0', info: { title: 'No version' } })).valid).toBe(false)
})

test('describes every function that visitors or members may call, with valid schemas', async () => {
  const functions = await app.owner<{ name: string }[]>`
    select distinct proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
      and has_function_privilege('authenticated', oid, 'execute')
      and not exists (select from unnest(proargtypes) as given (type) join pg_type on pg_type.oid = given.type where typtype = 'c')`
  expect(Object.keys(description.paths).toSorted()).toEqual(
    functions.map(({ name }) => `/rest/v1/rpc/${name}`).toSorted(),
  )
  for (const { name } of functions) {
    const { body, answer } = schemasOf(name)
    expect([name, ajv.validateSchema(body), answer === undefined || ajv.validateSchema(answer)]).toEqual([
      name,
      true,
      true,
    ])
  }
})

test('matches the responses of the functions', async () => {
  const list = (await call('create_list', { title: 'Walks', visibility: 'public', spot })).answer as { id: string }
  const box = { west: 7, south: 44, east: 9, north: 46, zoom: 9 }
  const calls: [name: string, body: object][] = [
    ['home_page', {}],
    ['explore_view', box],
    ['explore_page', box],
    ['suggest', { q: 'mill' }],
    ['spot_page', { id: spot }],
    ['spot_page', { id: 'missing' }],
    ['city_page', { slug: 'turin' }],
    ['city_page', { slug: 'nowhere' }],
    ['list_page', { id: list.id }],
    ['post_page', { slug: 'missing' }],
    ['find_nearest_city', { lng: 7.7, lat: 45 }],
    ['list_nearest_spots', { lng: 7.7, lat: 45 }],
    ['list_nearby_duplicates', { lng: 7.7, lat: 45, title: 'Old mill' }],
    ['account_page', {}],
    ['own_lists', {}],
    ['save_chooser', { spot }],
    ['notifications_page', {}],
    ['notification_settings', {}],
    ['feed_page', {}],
    ['mark_spot', { id: spot, kind: 'want', is_on: true }],
    ['save_spot', { spot }],
    ['set_on_list', { spot, list: list.id, is_on: true }],
    ['create_list', { title: 'Rides' }],
    ['copy_list', { list: list.id }],
    ['invite_to_list', { list: list.id, role: 'editor' }],
    ['confirm_spot', { id: spot }],
  ]
  for (const [name, body] of calls) {
    const schemas = schemasOf(name)
    const { status, answer } = await call(name, body)
    expect([name, ajv.validate(schemas.body, body), status < 300]).toEqual([name, true, true])
    if (schemas.answer === undefined) expect([name, answer ?? null]).toEqual([name, null])
    else expect([name, ajv.validate(schemas.answer, answer), ajv.errorsText()]).toEqual([name, true, 'No errors'])
  }
})

test('describes arguments that the functions reject, and the shape of errors', async () => {
  const { status, answer } = await call('spot_page', { nonsense: 1 })
  expect(status).toBe(404)
  expect(ajv.validate(schemasOf('spot_page').body, { nonsense: 1 })).toBe(false)
  const { components } = JSON.parse(readFileSync(FILE, 'utf8')) as { components: { schemas: { Error: object } } }
  expect(ajv.validate(components.schemas.Error, answer)).toBe(true)
})
