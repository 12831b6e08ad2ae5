import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createClient } from '@supabase/supabase-js'
import * as OTPAuth from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../backend/src/config.ts'
import { type Backend, createBackend } from '../../backend/src/server.ts'
import { createScratchFolder } from '../../backend/test/scratch-folder.ts'

const PROGRAM = join(import.meta.dirname, '../admin.ts')
const PASSWORD = 'correct horse 7'
const SITE_URL = 'https://spots.example.org'

const folder = createScratchFolder('memory')
let backend: Backend
let url: string
let stop = async () => {}

/** A backend in another process, as with a hosted project: the program has its URL and secret key. */
beforeAll(async () => {
  const environment = {
    DATA_DIR: join(folder.path, 'data'),
    CITIES_MIN_POPULATION: '1000000',
    LOG_LEVEL: 'error',
    SITE_URL,
  }
  backend = await createBackend(readConfig(environment))
  const listener = getRequestListener(backend.fetch, { overrideGlobalObjects: false })
  const server = createServer((request, response) => void listener(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = async () => {
    stop = async () => {}
    server.closeAllConnections()
    server.close()
    await backend.close()
  }
  const client = visitor()
  for (const email of ['ada@example.org', 'bob@example.org']) await client.auth.signUp({ email, password: PASSWORD })
})

afterAll(async () => {
  await stop()
  folder[Symbol.dispose]()
})

function visitor() {
  return createClient(url, backend.keys.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } })
}

const signIn = (email: string) => visitor().auth.signInWithPassword({ email, password: PASSWORD })

async function admin(...words: string[]): Promise<{ status: number; out: string; err: string }> {
  const env = { ...process.env, SITE_URL, SUPABASE_URL: url, SUPABASE_SECRET_KEY: backend.keys.secretKey }
  return run(words, env)
}

async function run(words: string[], env: Record<string, string | undefined>) {
  const child = spawn(process.execPath, [PROGRAM, ...words], { env })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const [status] = await once(child, 'close')
  return { status, out, err }
}

test('prints every command for help and for an unknown command', async () => {
  const help = await admin('help')
  expect(help.status).toBe(0)
  for (const command of ['list', 'grant', 'revoke', 'ban', 'unban', 'link', 'remove-factors', 'outbox'])
    expect(help.out).toContain(`\n  ${command} `)
  expect((await admin()).out).toBe(help.out)
  const wrong = await admin('destroy')
  expect([wrong.status, wrong.out]).toEqual([1, ''])
  expect(wrong.err).toContain('Unknown command destroy.')
})

test('lists all accounts or those that match part of an email', async () => {
  const all = await admin('list')
  expect(all.out).toMatch(/bob@example\.org {2}member {2}since 20.*\nada@example\.org .*\n2 of 2 accounts\n$/)
  expect((await admin('list', 'ADA@')).out).toMatch(/^ada@example\.org .*\n1 of 2 accounts\n$/)
})

test('grants and revokes a role, which the next token contains', async () => {
  expect((await admin('grant', 'Ada@example.org', 'moderator')).out).toContain('has the role moderator now')
  expect((await signIn('ada@example.org')).data.user?.app_metadata.role).toBe('moderator')
  expect((await admin('list', 'ada')).out).toContain('  moderator  ')
  expect((await admin('revoke', 'ada@example.org')).status).toBe(0)
  expect((await signIn('ada@example.org')).data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
  expect((await admin('grant', 'ada@example.org', 'king')).err).toContain('Use moderator or admin')
})

test('bans and unbans an account', async () => {
  expect((await admin('ban', 'bob@example.org', '2h')).out).toMatch(/is banned until 20/)
  expect((await signIn('bob@example.org')).error?.code).toBe('user_banned')
  expect((await admin('list', 'bob')).out).toContain('banned until')
  expect((await admin('unban', 'bob@example.org')).status).toBe(0)
  expect((await signIn('bob@example.org')).error).toBeNull()
  expect((await admin('ban', 'bob@example.org', 'soon')).err).toContain('invalid format for ban duration')
})

test('prints a link that signs in once and leads to the site', async () => {
  const { out } = await admin('link', 'ada@example.org')
  const link = new URL(out.split('\n')[0] ?? '')
  expect(link.origin + link.pathname).toBe(`${SITE_URL}/auth/login`)
  const enter = () =>
    visitor().auth.verifyOtp({ token_hash: link.searchParams.get('token_hash') ?? '', type: 'magiclink' })
  expect((await enter()).data.user?.email).toBe('ada@example.org')
  expect((await enter()).error?.code).toBe('otp_expired')
})

test('removes the lost two-factor methods of an account', async () => {
  const client = visitor()
  await client.auth.signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const secret = OTPAuth.Secret.fromBase32(factor?.totp.secret ?? '')
  const code = new OTPAuth.TOTP({ secret }).generate()
  expect((await client.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code })).error).toBeNull()
  expect((await signIn('ada@example.org')).data.user?.factors).toHaveLength(1)
  expect((await admin('remove-factors', 'ada@example.org')).out).toContain('Removed: 1.')
  expect((await signIn('ada@example.org')).data.user?.factors ?? []).toEqual([])
  expect((await admin('remove-factors', 'ada@example.org')).out).toContain('has no two-factor methods.')
})

test('prints a link that opens the outbox once', async () => {
  const { out } = await admin('outbox')
  const link = new URL(out.split('\n')[0] ?? '')
  expect(link.origin + link.pathname).toBe(`${SITE_URL}/auth/v1/outbox`)
  const open = () => fetch(`${url}${link.pathname}${link.search}`)
  expect([(await open()).status, (await open()).status]).toEqual([200, 403])
})

test('adds, lists and removes webhooks', async () => {
  expect((await admin('webhooks')).out).toBe('There are no webhooks.\n')
  const added = await admin('webhooks', 'add', 'https://example.org/hook', 'spot.published,member.joined')
  const [id = '', secret] = added.out.split('\n')
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect((await admin('webhooks')).out).toBe(
    `${id}  https://example.org/hook  spot.published,member.joined  0 waiting, 0 failed\n`,
  )
  expect((await admin('webhooks', 'remove', id)).out).toBe('Removed.\n')
  const wrong = await admin('webhooks', 'add', 'https://example.org/hook', 'spot.lost')
  expect(wrong.err).toContain('Unknown event spot.lost')
  expect(added.out).not.toContain('WEBHOOK_ALLOWED_HOSTS')
  const inside = await admin('webhooks', 'add', 'http://queue.internal:8080/hook', 'spot.published')
  expect(inside.out).toContain('until WEBHOOK_ALLOWED_HOSTS in supabase/functions/.env names queue.internal:8080.')
}, 60_000)

test('reports operator errors as plain sentences', async () => {
  expect((await admin('grant', 'nobody@example.org', 'admin')).err).toBe(
    'There is no account with nobody@example.org. Sign up with it first.\n',
  )
  for (const command of ['ban', 'unban', 'revoke', 'link', 'remove-factors'])
    expect((await admin(command, 'nobody@example.org')).err).toBe(
      'There is no account with nobody@example.org. npm run admin -- list prints all accounts.\n',
    )
  expect((await admin('grant', 'ada@example.org')).err).toBe(
    'Usage: npm run admin -- grant <email> <moderator|admin>\n',
  )
  const env = { ...process.env, SUPABASE_URL: url, SUPABASE_SECRET_KEY: 'sb_secret_wrong' }
  const rejected = await run(['list'], env)
  expect([rejected.status, rejected.err]).toEqual([1, expect.stringContaining('The service returned an error')])
  const keyless = await run(['list'], { ...process.env, SUPABASE_URL: url, SUPABASE_SECRET_KEY: '' })
  expect(keyless.err).toContain('SUPABASE_SECRET_KEY must be set')
})

test('starts the services itself when the site is stopped, until the command is done', async () => {
  await stop()
  const environment = {
    DATA_DIR: join(folder.path, 'data'),
    CITIES_MIN_POPULATION: '1000000',
    LOG_LEVEL: 'error',
    SITE_URL,
  }
  const granted = await run(['grant', 'bob@example.org', 'admin'], { ...process.env, ...environment })
  expect(granted).toMatchObject({ status: 0, err: '' })
  expect(granted.out).toContain('bob@example.org has the role admin now')
  expect((await run(['list', 'bob'], { ...process.env, ...environment })).out).toContain('  admin  ')
})
