import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

interface CreationOptions {
  challenge: string
  rp: { id?: string | undefined }
  user: { id: string }
}

interface RequestOptions {
  challenge: string
  rpId?: string | undefined
}

/** Deviations of an attacker or an unusual device. */
interface Oddities {
  origin?: string
  rpId?: string
  type?: string
  /** The signed counter; one more than the last by default. */
  counter?: number
  userHandle?: string
  flags?: number
}

const PRESENT_AND_VERIFIED = 0x05
const HAS_CREDENTIAL = 0x40

/** A software authenticator for tests that signs any data. The formats are those of WebAuthn §6. */
export class TestAuthenticator {
  readonly id = randomBytes(16)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  readonly #aaguid: Buffer
  counter = 0
  userHandle = ''

  constructor(origin: string, aaguid = '00000000-0000-0000-0000-000000000000') {
    this.#origin = origin
    this.#aaguid = Buffer.from(aaguid.replaceAll('-', ''), 'hex')
  }

  /** Creates the requested credential, in the JSON form of browsers. */
  create({ challenge, rp, user }: CreationOptions, odd: Oddities = {}) {
    this.userHandle = user.id
    const clientData = this.#clientData('webauthn.create', challenge, odd)
    const length = Buffer.from([0, this.id.length])
    const flags = (odd.flags ?? PRESENT_AND_VERIFIED) | HAS_CREDENTIAL
    const head = this.#authenticatorData(odd.rpId ?? rp.id ?? '', flags, odd.counter ?? this.counter)
    const data = Buffer.concat([head, this.#aaguid, length, this.id, this.#coseKey()])
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      Buffer.from([data.length >> 8, data.length & 0xff]),
      data,
    ])
    return this.#toJson({
      clientDataJSON: toText(clientData),
      attestationObject: toText(attestation),
      transports: ['internal' as const],
    })
  }

  /** Signs the challenge of the options, in the JSON form of browsers. */
  get({ challenge, rpId }: RequestOptions, odd: Oddities = {}) {
    this.counter += 1
    const clientData = this.#clientData('webauthn.get', challenge, odd)
    const flags = odd.flags ?? PRESENT_AND_VERIFIED
    const data = this.#authenticatorData(odd.rpId ?? rpId ?? '', flags, odd.counter ?? this.counter)
    const hash = createHash('sha256').update(clientData).digest()
    const signature = createSign('sha256').update(data).update(hash).sign(this.#keys.privateKey)
    return this.#toJson({
      clientDataJSON: toText(clientData),
      authenticatorData: toText(data),
      signature: toText(signature),
      userHandle: odd.userHandle ?? this.userHandle,
    })
  }

  #toJson<Response>(response: Response) {
    const id = toText(this.id)
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response }
  }

  #clientData(type: string, challenge: string, odd: Oddities): Buffer {
    return Buffer.from(JSON.stringify({ type: odd.type ?? type, challenge, origin: odd.origin ?? this.#origin }))
  }

  #authenticatorData(rpId: string, flags: number, counter: number): Buffer {
    const tail = Buffer.alloc(5)
    tail.writeUInt8(flags, 0)
    tail.writeUInt32BE(counter, 1)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), tail])
  }

  /** The public key as COSE (RFC 9053 §7.1): EC2, ES256, P-256, x, y. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const [start, middle] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
    return Buffer.concat([start, Buffer.from(x, 'base64url'), middle, Buffer.from(y, 'base64url')])
  }
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64url')
}
