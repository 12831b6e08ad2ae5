import { expect, test } from 'vitest'
import { type ContentSources, createContentSecurityPolicy } from './content-security-policy.ts'

function write(overrides: Partial<ContentSources> = {}): Map<string, string[]> {
  const sources = {
    siteUrl: 'https://spots.example',
    supabaseUrl: 'https://spots.example',
    config: { cdnUrl: '' },
    mapStyleUrl: undefined,
    captcha: undefined,
    contentOrigins: [],
    ...overrides,
  }
  const policy = createContentSecurityPolicy(sources)('bm9uY2U=').split('; ')
  return new Map(policy.map((line) => line.split(' ')).map(([directive = '', ...values]) => [directive, values]))
}

test('allows scripts by nonce only: no host, no inline, no eval', () => {
  expect(write({ config: { cdnUrl: 'https://cdn.example/' } }).get('script-src')).toEqual([
    "'nonce-bm9uY2U='",
    "'strict-dynamic'",
  ])
})

test('forbids framing, base changes and plug-ins, and has no report endpoint', () => {
  const policy = write()
  for (const directive of ['frame-ancestors', 'base-uri', 'object-src', 'frame-src'])
    expect(policy.get(directive), directive).toEqual(["'none'"])
  expect([...policy.keys()].filter((directive) => directive.startsWith('report'))).toEqual([])
})

test('allows images and data from the services, build files and configured origins', () => {
  const policy = write({
    supabaseUrl: 'https://project.example/api',
    config: { cdnUrl: 'https://cdn.example/files/' },
    mapStyleUrl: 'https://maps.example/style.json',
    contentOrigins: ['https://tiles.example'],
  })
  expect(policy.get('img-src')).toEqual([
    "'self'",
    'data:',
    'blob:',
    'https://project.example',
    'https://cdn.example',
    'https://maps.example',
    'https://tiles.example',
  ])
  expect(policy.get('connect-src')).toContain('wss://project.example')
  expect(policy.get('style-src')).toContain('https://cdn.example')
  expect(policy.get('worker-src')).toEqual(["'self'", 'blob:'])
})

test('allows frames for a third-party captcha but not for the built-in one', () => {
  const framesOf = (provider: 'altcha' | 'hcaptcha' | 'turnstile') =>
    write({ captcha: { provider, siteKey: 'key' } }).get('frame-src')
  expect(framesOf('altcha')).toEqual(["'none'"])
  expect(framesOf('turnstile')).toEqual(['https://challenges.cloudflare.com'])
  expect(framesOf('hcaptcha')).toContain('https://*.hcaptcha.com')
})
