import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { serveQrCode } from './qr-code.ts'
import type { ResourceCall } from './resource-call.ts'

function request(search: string): Promise<Response> {
  const call: Partial<ResourceCall> = {
    request: new Request(`http://site.test/qr.svg${search}`),
    settings: { siteUrl: 'https://site.test/map' } as ServerSettings,
  }
  return serveQrCode(call as ResourceCall)
}

test('draws the code of a page black on white with a quiet zone', async () => {
  const response = await request('?to=/spot/abcdefgh')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  const svg = await response.text()
  const [, size = ''] = /viewBox="0 0 (\d+) /.exec(svg) ?? []
  const { data, info } = await sharp(Buffer.from(svg), { density: 72 })
    .resize(Number(size), Number(size), { kernel: 'nearest' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const rows = Array.from({ length: info.height }, (_, y) => [
    ...data.subarray(y * info.width * info.channels, (y + 1) * info.width * info.channels),
  ])
  expect(
    rows
      .slice(0, 4)
      .flat()
      .every((value) => value === 255),
  ).toBe(true)
  // The finder pattern: seven dark modules in its first row.
  expect(rows[4]?.slice(4 * info.channels, 11 * info.channels).every((value) => value === 0)).toBe(true)
  expect(rows[4]?.[11 * info.channels]).toBe(255)
})

test.each(['', '?to=https://evil.example', '?to=spot', `?to=/${'a'.repeat(500)}`])(
  'rejects anything but a path of the site: %s',
  async (search) => {
    expect((await request(search)).status).toBe(404)
  },
)
