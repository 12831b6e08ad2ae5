import { generateKeyPairSync, sign } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  Certificate,
  Extension,
  Extensions,
  GeneralName,
  id_ce_subjectAltName,
  Name,
  SubjectAlternativeName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
const HOUR_MS = 3_600_000

/** A key and its certificate in PEM format. */
export interface TestCertificate {
  key: string
  certificate: string
}

/** Creates a self-signed certificate for a host name, valid for an hour. Clients that trust it need no other CA. */
export function createTestCertificate(host: string): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 })
  const names = new SubjectAlternativeName([new GeneralName({ dNSName: host })])
  const body = new TBSCertificate({
    version: Version.v3,
    serialNumber: new Uint8Array([1]).buffer,
    signature: algorithm,
    issuer: new Name([]),
    subject: new Name([]),
    validity: new Validity({ notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + HOUR_MS) }),
    subjectPublicKeyInfo: AsnConvert.parse(publicKey.export({ format: 'der', type: 'spki' }), SubjectPublicKeyInfo),
    extensions: new Extensions([
      new Extension({
        extnID: id_ce_subjectAltName,
        critical: true,
        extnValue: new OctetString(AsnConvert.serialize(names)),
      }),
    ]),
  })
  const certificate = new Certificate({
    tbsCertificate: body,
    signatureAlgorithm: algorithm,
    signatureValue: new Uint8Array(sign('sha256', Buffer.from(AsnConvert.serialize(body)), privateKey)).buffer,
  })
  const base64 = Buffer.from(AsnConvert.serialize(certificate)).toString('base64')
  return {
    key: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    certificate: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}
