import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isReachableDomain } from '../../domain/delivery/reachable-domain.ts'
import { createTestAuth, PASSWORD } from '../test-auth.ts'

const A = 1
const MX = 15
const NO_SUCH_NAME = 3
const NO_ERROR = 0

/** The test DNS: the data of one record by name and type. Other names do not exist. */
const RECORDS: Record<string, Partial<Record<number, Buffer>>> = {
  'mail.test': { [MX]: Buffer.from([0, 10, 2, 0x6d, 0x78, 4, 0x74, 0x65, 0x73, 0x74, 0]) },
  'plain.test': { [A]: Buffer.from([192, 0, 2, 1]) },
  'never.test': { [MX]: Buffer.from([0, 0, 0]), [A]: Buffer.from([192, 0, 2, 1]) },
  'empty.test': {},
}

const dns = createSocket('udp4')
let servers: string[]

beforeAll(async () => {
  dns.on('message', (query, peer) => {
    const reply = response(query)
    if (reply) dns.send(reply, peer.port, peer.address)
  })
  await new Promise<void>((resolve) => dns.bind(0, '127.0.0.1', resolve))
  servers = [`127.0.0.1:${(dns.address() as AddressInfo).port}`]
})
afterAll(() => void dns.close())

/** Builds the response to a query with one question (RFC 1035 §4). Names that begin with `silent` get no response. */
function response(query: Buffer): Buffer | undefined {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  // Resolvers randomise the case of names to detect forged answers.
  const name = labels.join('.').toLowerCase()
  if (name.startsWith('silent')) return undefined
  const question = query.subarray(12, at + 5)
  const data = RECORDS[name]?.[query.readUInt16BE(at + 1)]
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (RECORDS[name] ? NO_ERROR : NO_SUCH_NAME), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(data ? 1 : 0, 6)
  if (!data) return Buffer.concat([header, question])
  const record = Buffer.alloc(12)
  record.writeUInt16BE(0xc00c, 0)
  question.copy(record, 2, question.length - 4)
  record.writeUInt32BE(60, 6)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([header, question, record, data])
}

test.each([
  ['mail.test', true],
  ['plain.test', true],
  ['never.test', false],
  ['empty.test', false],
  ['nowhere.test', false],
  ['silent.test', true],
])('decides whether %s accepts email: %s (auth 10)', async (domain, isReachable) => {
  expect(await isReachableDomain(domain, servers)).toBe(isReachable)
})

test('rejects an email whose domain accepts no email, where the check is enabled (auth 10)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_MAILER_EMAIL_VALIDATION_EXTENDED: 'true',
    GOTRUE_MAILER_EMAIL_VALIDATION_DNS_SERVERS: servers.join(),
  })
  const signUp = (email: string) => auth.client().auth.signUp({ email, password: PASSWORD })
  expect((await signUp('ada@nowhere.test')).error).toMatchObject({ status: 400, code: 'email_address_invalid' })
  expect(await auth.sql`select from auth.users`).toHaveLength(0)
  expect((await signUp('ada@mail.test')).error).toBeNull()
})
