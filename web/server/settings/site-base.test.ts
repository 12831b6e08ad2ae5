import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Bases, enterBase, isServiceUrl, stripBase } from './site-base.ts'

const servicePrefixes = ['/auth/v1', '/rest/v1']
const below: Bases = { site: '/spots/', services: '/spots/', servicePrefixes }

test('removes the base from paths (runtime 7.4)', () => {
  expect(stripBase('/spots/explore?q=1', below)).toBe('/explore?q=1')
  expect(stripBase('/spots/', below)).toBe('/')
  expect(stripBase('/spots/rest/v1/spots', below)).toBe('/rest/v1/spots')
  expect(stripBase('/anything', { site: '/', services: '/', servicePrefixes })).toBe('/anything')
})

test('rejects paths outside the base (runtime 7.4)', () => {
  for (const url of ['/', '/explore', '/spotsx/explore', '/SPOTS/explore', '/rest/v1/spots', '//spots/explore']) {
    expect(stripBase(url, below), url).toBeUndefined()
  }
})

test('serves services with their own public URL only there (runtime 7.4)', () => {
  const apart = { ...below, services: '/' }
  expect(stripBase('/rest/v1/spots', apart)).toBe('/rest/v1/spots')
  expect(stripBase('/rest/v1', apart)).toBe('/rest/v1')
  expect(stripBase('/account', apart)).toBeUndefined()
})

test('redirects the root URLs to the base with their query, and returns 404 elsewhere (runtime 7.4)', async () => {
  const sendRequest = await serve()
  for (const [path, target] of [
    ['/', '/spots/'],
    ['/spots', '/spots/'],
    ['/spots?x=1', '/spots/?x=1'],
  ] as const) {
    const response = await sendRequest(path)
    expect([response.status, response.headers.get('location')]).toEqual([302, target])
  }
  const elsewhere = await sendRequest('/explore')
  expect([elsewhere.status, await elsewhere.text()]).toEqual([404, 'The site is at /spots/.\n'])
  expect(await (await sendRequest('/spots/explore')).text()).toBe('/explore')
})

async function serve() {
  const server = createServer((request, response) => {
    if (enterBase(request, response, below)) response.end(request.url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
}

test('recognises the root of a service without a trailing slash (rest 2)', () => {
  for (const url of ['/rest/v1', '/rest/v1?apikey=x', '/rest/v1/', '/rest/v1/spots']) {
    expect(isServiceUrl(url, servicePrefixes)).toBe(true)
  }
  for (const url of ['/', '/rest', '/rest/v10', '/rest/v1-notes', '/?/rest/v1/']) {
    expect(isServiceUrl(url, servicePrefixes)).toBe(false)
  }
})
