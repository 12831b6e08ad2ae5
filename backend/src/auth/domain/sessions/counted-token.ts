import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * A refresh token of version 2: the session's id and a counter, signed with a key of the session (auth 3.3).
 *
 * Bytes: 0, id (16), counter (uvarint), the first 16 of HMAC-SHA256 over these, the first 4 of SHA-256 over all before.
 */
export interface CountedToken {
  sessionId: string
  counter: number
}

/** A well-formed token whose signature is not yet verified. */
export interface PresentedToken extends CountedToken {
  signed: Buffer
  signature: Buffer
}

const VERSION = 0
const ID_BYTES = 16
const SIGNATURE_BYTES = 16
const CHECKSUM_BYTES = 4
const MIN_BYTES = 1 + ID_BYTES + 1 + SIGNATURE_BYTES + CHECKSUM_BYTES
const LONGEST = 100

export function formatCountedToken({ sessionId, counter }: CountedToken, key: Buffer): string {
  const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex')
  const signed = Buffer.concat([Buffer.of(VERSION), id, toVarint(counter)])
  const body = Buffer.concat([signed, sign(signed, key)])
  return Buffer.concat([body, toChecksum(body)]).toString('base64url')
}

/** Returns undefined when the text is not such a token, or was mistyped or truncated. */
export function parseCountedToken(text: string): PresentedToken | undefined {
  if (text.length > LONGEST || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  // Each value has one spelling: the last base64 character may contain unused bits.
  if (bytes.length < MIN_BYTES || bytes[0] !== VERSION || bytes.toString('base64url') !== text) return undefined
  const body = bytes.subarray(0, -CHECKSUM_BYTES)
  if (!bytes.subarray(-CHECKSUM_BYTES).equals(toChecksum(body))) return undefined
  const signed = body.subarray(0, -SIGNATURE_BYTES)
  const counter = parseVarint(signed.subarray(1 + ID_BYTES))
  if (counter === undefined) return undefined
  return {
    sessionId: toUuid(signed.subarray(1, 1 + ID_BYTES)),
    counter,
    signed,
    signature: body.subarray(-SIGNATURE_BYTES),
  }
}

/** Returns true when the token was signed with this key. */
export function isSignedWith({ signed, signature }: PresentedToken, key: Buffer): boolean {
  return timingSafeEqual(signature, sign(signed, key))
}

function sign(bytes: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(bytes).digest().subarray(0, SIGNATURE_BYTES)
}

function toChecksum(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest().subarray(0, CHECKSUM_BYTES)
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Seven bits per byte, lowest first; all bytes but the last have the top bit set. */
function toVarint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.of(...bytes, rest)
}

function parseVarint(bytes: Buffer): number | undefined {
  const value = [...bytes].reduce((sum, byte, place) => sum + (byte % 128) * 128 ** place, 0)
  return Number.isSafeInteger(value) && toVarint(value).equals(bytes) ? value : undefined
}
