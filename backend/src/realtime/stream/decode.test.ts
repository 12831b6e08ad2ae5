import { expect, test } from 'vitest'
import { createDecoder } from './decode.ts'
import { buildStatusUpdate, parseFrame, parseLsn, toDate } from './replication-protocol.ts'

/** One transaction as PostgreSQL 18 sent it, without the value of 3,000 x. */
const LARGE = `74${(3000).toString(16).padStart(8, '0')}${'78'.repeat(3000)}`
const BEGIN = '4200000000021ae1a8000303e448e2759500000356'
const ORIGIN = '4f0000000000000000746573745f6f726967696e00'
const TYPE = '5900004ae57075626c6963006d6f6f6400'
const COLUMNS = ['69640000000017ffffffff', '626f64790000000019ffffffff', '6d6f6f640000004ae5ffffffff']
const RELATION = `5200004ae97075626c6963006e6f7465730064000301${COLUMNS.join('00')}`
const FULL_RELATION = `5200004ae97075626c6963006e6f7465730066000301${COLUMNS.join('01')}`
const INSERT = `4900004ae94e0003740000000131${LARGE}7400000004676f6f64`
const INSERT_NULLS = '4900004ae94e00037400000001326e6e'
const UPDATE = '5500004ae94e0003740000000131757400000003626164'
const MOVE = '5500004ae94b00037400000001326e6e4e00037400000001336e6e'
const DELETE = '4400004ae94b00037400000001336e6e'
const FULL_UPDATE = `5500004ae94f0003740000000131${LARGE}74000000036261644e00037400000001317400000001797400000003626164`
const TRUNCATE = '54000000010000004ae9'
const MESSAGE = '4d0100000000021ae1a87265616c74696d65000000000568656c6c6f'
const COMMIT = '430000000000021ae1a800000000021ae358000303e448e27595'

const decodeAll = (messages: string[], wants = () => true) => {
  const decoder = createDecoder(wants)
  return messages.map((hex) => decoder.decode(Buffer.from(hex, 'hex')))
}

test('decodes each kind of message of pgoutput (realtime 13)', () => {
  const large = 'x'.repeat(3000)
  const [begin, origin, type, relation, insertion, nulls, update, move, deletion, , full, truncate, message, commit] =
    decodeAll([
      ...[BEGIN, ORIGIN, TYPE, RELATION, INSERT, INSERT_NULLS, UPDATE, MOVE, DELETE, FULL_RELATION, FULL_UPDATE],
      ...[TRUNCATE, MESSAGE, COMMIT],
    ])
  expect(begin?.kind === 'begin' && toDate(begin.commitTime).toISOString()).toBe('2026-11-22T23:05:40.359Z')
  expect([origin, type, truncate]).toEqual([{ kind: 'other' }, { kind: 'other' }, { kind: 'other' }])
  expect(relation).toMatchObject({
    relation: {
      schema: 'public',
      name: 'notes',
      identity: 'd',
      columns: [
        { name: 'id', type: 23, isKey: true },
        { name: 'body', type: 25, isKey: false },
        { name: 'mood', isKey: false },
      ],
    },
  })
  expect(insertion).toMatchObject({ kind: 'insert', new: ['1', large, 'good'], size: 3028 })
  expect(nulls).toMatchObject({ new: ['2', null, null] })
  expect(update).toMatchObject({ kind: 'update', new: ['1', undefined, 'bad'], old: undefined })
  expect(move).toMatchObject({ new: ['3', null, null], old: { isFull: false, values: ['2', null, null] } })
  expect(deletion).toMatchObject({ kind: 'delete', old: { isFull: false, values: ['3', null, null] } })
  expect(full).toMatchObject({ new: ['1', 'y', 'bad'], old: { isFull: true, values: ['1', large, 'bad'] } })
  expect(message).toEqual({ kind: 'logical', prefix: 'realtime', content: Buffer.from('hello') })
  expect(commit).toEqual({ kind: 'commit', endLsn: 0x21ae358n })
})

test('skips rows without subscribers', () => {
  expect(decodeAll([RELATION, INSERT], () => false)[1]).toEqual({ kind: 'other' })
})

test('rejects a message that is cut off or names an unknown relation', () => {
  expect(() => decodeAll([RELATION, INSERT.slice(0, -2)])).toThrow('too short')
  expect(() => decodeAll([INSERT])).toThrow('without describing it')
})

test('parses the frames of the protocol and confirms positions', () => {
  const keepalive = Buffer.from('6b0000000002148d68000303e448e2759501', 'hex')
  expect(parseFrame(keepalive)).toEqual({ kind: 'keepalive', walEnd: parseLsn('0/2148D68'), isReplyRequested: true })
  const update = buildStatusUpdate(parseLsn('1/A'), Date.UTC(2000, 0, 1) + 2)
  expect(update.toString('hex')).toBe(`72${'000000010000000a'.repeat(3)}00000000000007d000`)
  expect(() => parseFrame(Buffer.from('z'))).toThrow('unknown kind')
})
