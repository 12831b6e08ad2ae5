import { crc32, deflateSync } from 'node:zlib'

/** Signature and header chunk of every PNG file. */
const HEAD_BYTES = 33

/** Adds a colour profile to a PNG, before the pixels as PNG (third edition) 11.3.2.3 requires. */
export function attachColourProfile(png: Buffer, profile: Uint8Array): Buffer {
  const data = Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)])
  const typed = Buffer.concat([Buffer.from('iCCP', 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([png.subarray(0, HEAD_BYTES), length, typed, checksum, png.subarray(HEAD_BYTES)])
}
