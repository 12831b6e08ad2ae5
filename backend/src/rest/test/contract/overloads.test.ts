import { expect, test } from 'vitest'
import { type Answer, openMuseum } from './museum.ts'

const museum = await openMuseum()
const owner = museum.database.connect('owner', { max: 1 })
await owner.unsafe(`
  create function one_text(text) returns text language sql immutable return 'text ' || $1;
  create function by_type(bool) returns text language sql immutable return 'bool';
  create function by_type(integer) returns text language sql immutable return 'integer';
  create function by_type(text) returns text language sql immutable return 'text';
  create function none_or_text() returns text language sql immutable return 'none';
  create function none_or_text(bool) returns text language sql immutable return 'bool';
  create function none_or_text(text) returns text language sql immutable return 'text';
  create function with_default(text default 'default') returns text language sql immutable return $1;
  create function none_or_default() returns text language sql immutable return 'none';
  create function none_or_default(integer default 42) returns text language sql immutable return 'integer';
  create function none_or_default(text default 'default') returns text language sql immutable return 'text';
  create function none_or_default(bool default true) returns text language sql immutable return 'bool';
  create function json_or_jsonb(jsonb) returns text language sql immutable return 'jsonb';
  create function json_or_jsonb(json) returns text language sql immutable return 'json';
  create function many(b text, a text default '') returns text language sql immutable return 'two';
  create function many(b integer) returns text language sql immutable return 'integer';
  create function many(b bool) returns text language sql immutable return 'bool';
  grant execute on all functions in schema public to anon, authenticated, service_role`)
await museum.service.reload()
const { client } = museum

test.each([
  ['one_text', 'text {"":"x"}'],
  ['by_type', 'text'],
  ['none_or_text', 'text'],
  ['with_default', '{"":"x"}'],
  ['none_or_default', 'text'],
])('calls %s with the whole body for an argument with an empty name (rest 12)', async (name, expected) => {
  const { data, error } = (await client.rpc(name, { '': 'x' })) as Answer
  expect(error ?? data).toBe(expected)
})

test.each([true, 5, 'x'])('passes the body %j to a single unnamed json parameter (rest 12)', async (body) => {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  expect(await (await museum.request('/rpc/echo_json', init)).json()).toBe(body)
})

test('calls the overload without parameters when no argument is given (rest 12)', async () => {
  expect(((await client.rpc('none_or_text')) as Answer).data).toBe('none')
})

test('calls a function with its default when a GET has no argument (rest 12)', async () => {
  expect(((await client.rpc('with_default', {}, { get: true })) as Answer).data).toBe('default')
})

test.each([
  ['none_or_default', {}, 'public.none_or_default(), public.none_or_default( => text)'],
  ['json_or_jsonb', {}, 'public.json_or_jsonb( => json), public.json_or_jsonb( => jsonb)'],
  ['many', { b: '1' }, 'public.many(b => boolean), public.many(b => integer), public.many(b => text, a => text)'],
])('lists the candidates of %s by number, name and type of parameters (rest 12)', async (name, body, candidates) => {
  const { status, error } = (await client.rpc(name, body)) as Answer
  expect([status, error?.code]).toEqual([300, 'PGRST203'])
  expect(error?.message).toBe(`Could not choose the best candidate function between: ${candidates}`)
})
