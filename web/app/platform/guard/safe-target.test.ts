import { expect, test } from 'vitest'
import { toSafeTarget } from './safe-target.ts'

test('keeps a path on the site unchanged', () => {
  for (const target of ['/', '/submit', '/city/turin?sort=new#list', '/post/caf%C3%A9'])
    expect(toSafeTarget(target)).toBe(target)
})

test('rejects a target that leaves the site', () => {
  const hostile = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '///evil.example',
    ' //evil.example',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
    'https://evil.example/',
    'http:evil.example',
    'mailto:a@example.org',
    '/ /evil.example',
  ]
  for (const target of hostile) expect(toSafeTarget(target), JSON.stringify(target)).toBeUndefined()
})
