import { describe, expect, test } from 'vitest'
import { KEYS } from '../library-service.ts'
import { openMuseum } from './museum.ts'

const museum = await openMuseum({ planEnabled: true })
const key = KEYS.secretKey

/** NUL, a lone surrogate, an overlong NUL, bytes outside UTF-8, a noncharacter, and a low surrogate before a letter. */
const ENCODED = ['%00', '%ED%A0%80', '%C0%80', '%FF%FE', '%EF%BF%BF', '%ED%B0%80a']
const PATHS = [
  '/X',
  '/worksX',
  '/rpc/X',
  '/rpc/echo_textX',
  '/rpc/tell?name=X',
  '/rpc/tell?X=1',
  '/rpc/list_numbers?many=1&list_numbers=eq.X',
  '/works?X=eq.1',
  '/works?titleX=eq.1',
  '/works?title=X',
  '/works?title=eq.X',
  '/works?id=eq.X',
  '/works?title=in.(a,X)',
  '/works?title=in.("X")',
  '/works?title=like(any).{X}',
  '/works?tags=cs.{X}',
  '/works?tags=cs.{"X"}',
  '/works?facts=cs.{"a":"X"}',
  '/works?facts->>X=eq.1',
  '/works?facts->X=is.null',
  '/works?words=fts.X',
  '/works?words=fts(X).a',
  '/works?words=wfts(english).X',
  '/works?shown=ov.[1,X)',
  '/works?or=(title.eq.X)',
  '/works?or=(title.eq."X",X.is.null)',
  '/works?select=X',
  '/works?select=X:title',
  '/works?select="X":title',
  '/works?select="titleX"',
  '/works?select=title::X',
  '/works?select=title::textX',
  '/works?select=facts->>X',
  '/works?select=X(id)',
  '/works?select="X"(id)',
  '/works?select=rooms!X(id)',
  '/works?select="X":rooms(id)',
  '/works?select=..."X"(id)',
  '/works?select=rooms(id)&rooms.X=eq.1',
  '/works?select=rooms(id)&X.id=eq.1',
  '/works?order=X',
  '/works?order="X".desc',
  '/works?order=facts->>X',
  '/works?order=rooms(X)',
  '/works?limit=X',
  '/works?offset=1X',
  '/paints?shade=eq.X',
  '/X/X',
]
const at = (template: string, character: string) => template.replaceAll('X', character)

describe.each(ENCODED)('%s in a URL', (character) => {
  test.each(PATHS)('never returns 5xx for %s (rest 20)', async (path) => {
    for (const prefer of ['count=exact', 'count=planned', 'return=representation']) {
      const response = await museum.request(at(path, character), { headers: { prefer }, key })
      expect(response.status, await response.text()).toBeLessThan(500)
    }
  })

  test.each(['DELETE', 'PATCH', 'PUT', 'POST', 'OPTIONS', 'HEAD'])(
    'never returns 5xx for the method %s (rest 20)',
    async (method) => {
      const body = ['PATCH', 'PUT', 'POST'].includes(method) ? '{"id":77,"label":"x"}' : null
      for (const path of [
        '/roomsX?id=eq.1',
        '/rooms?id=eq.X',
        '/rooms?on_conflict=X&id=eq.77',
        '/rooms?columns=X,id',
      ]) {
        const response = await museum.request(at(path, character), {
          method,
          body,
          headers: { 'content-type': 'application/json', prefer: 'return=representation,tx=rollback' },
          key,
        })
        expect(response.status, await response.text()).toBeLessThan(500)
      }
    },
  )
})

/** Raw characters, and their JSON escapes. */
const RAW = ['\0', '\ud800', '\\u0000', '\\ud800', '\\udc00x', '\\ud800\\ud800', '\uffff']
const BODIES: [path: string, type: string, body: string][] = [
  ['/works', 'application/json', '{"title":"X"}'],
  ['/works', 'application/json', '{"X":"a"}'],
  ['/works', 'application/json', '[{"title":"a","facts":{"X":["X"]}}]'],
  ['/works', 'application/json', '{"title":"a","raw":{"X":"X"}}'],
  ['/works', 'application/json', '{"title":"a","tags":["X"]}'],
  ['/works', 'application/json', '{"title":"a","year":"X"}'],
  ['/works?columns=title,facts', 'application/json', '{"title":"a","facts":"X"}'],
  ['/paints', 'application/json', '{"id":9,"shade":"X"}'],
  ['/works', 'text/csv', 'title\nX'],
  ['/works', 'text/csv', 'X\na'],
  ['/works', 'application/x-www-form-urlencoded', 'title=X'],
  ['/works', 'application/x-www-form-urlencoded', 'X=a'],
  ['/rpc/tell', 'application/json', '{"name":"X"}'],
  ['/rpc/tell', 'application/json', '{"X":"a"}'],
  ['/rpc/by_tags', 'application/json', '{"tags":["X"]}'],
  ['/rpc/echo_json', 'application/json', '{"X":"X"}'],
  ['/rpc/echo_text', 'text/plain', 'X'],
  ['/rpc/echo_bytes', 'application/octet-stream', 'X'],
  ['/rpc/tell', 'application/x-www-form-urlencoded', 'name=X'],
]

describe.each(RAW.map((text) => [JSON.stringify(text), text]))('%s in a body', (_name, character) => {
  test.each(BODIES)('never returns 5xx for POST %s %s %s (rest 20)', async (path, type, body) => {
    for (const prefer of ['tx=rollback,return=representation', 'tx=rollback,missing=default']) {
      const response = await museum.request(path, {
        method: 'POST',
        body: at(body, character),
        headers: { 'content-type': type, prefer },
        key,
      })
      expect(response.status, await response.text()).toBeLessThan(500)
    }
  })
})

/** Bytes outside UTF-8, an overlong NUL, an encoded surrogate, and a character that is cut short. */
const NOT_UTF8 = [
  [0xff, 0xfe],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xe2, 0x82],
]

describe.each(NOT_UTF8.map((bytes) => Buffer.from(bytes)))('the bytes %j in a body', (bytes) => {
  test.each(BODIES.filter(([, type]) => type !== 'application/octet-stream'))(
    'are rejected for POST %s %s %s (rest 10.2)',
    async (path, type, text) => {
      const [start, ...rest] = text.split('X').map((part) => Buffer.from(part))
      const body = Buffer.concat([start ?? Buffer.alloc(0), ...rest.flatMap((part) => [bytes, part])])
      const headers = { 'content-type': type }
      const response = await museum.request(path, { method: 'POST', body, headers, key })
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'PGRST102', message: 'Empty or invalid json' },
      ])
    },
  )
})
