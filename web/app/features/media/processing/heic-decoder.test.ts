import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { decodeHeic } from './heic-decoder.server.ts'

const SAMPLE = join(import.meta.dirname, '../../../../../../shared/data/images/heic-iphone.heic')

test.skipIf(!existsSync(SAMPLE))(
  'divides a HEIC photo only as far as its width is needed, with the same picture (skipped without ../shared/data)',
  async () => {
    const content = await readFile(SAMPLE)
    const [whole, half, sixth] = await Promise.all([4032, 2016, 600].map((width) => decodeHeic(content, width)))
    expect([whole, half, sixth].map((picture) => picture?.pixels.raw)).toEqual([
      { width: 4032, height: 3024, channels: 3 },
      { width: 2016, height: 1512, channels: 3 },
      { width: 672, height: 504, channels: 3 },
    ])
    expect([sixth?.width, sixth?.height]).toEqual([4032, 3024])
    const toThumbnail = ({ pixels }: Awaited<ReturnType<typeof decodeHeic>>) =>
      sharp(pixels.data, { raw: pixels.raw }).resize(84, 63, { fit: 'fill' }).raw().toBuffer()
    const [reference, ...smaller] = await Promise.all([whole, half, sixth].map((one) => one && toThumbnail(one)))
    if (!reference) throw new Error('The photo was not decoded.')
    for (const pixels of smaller) {
      const difference = reference.reduce((sum, value, at) => sum + Math.abs(value - (pixels?.[at] ?? 0)), 0)
      expect(difference / reference.length).toBeLessThan(2)
    }
  },
  60_000,
)

test.skipIf(!existsSync(SAMPLE))(
  'stops a photo that takes too much CPU time, however busy the machine is (skipped without ../shared/data)',
  async () => {
    const content = await readFile(SAMPLE)
    const decodeAfter = async (cpuSeconds: number) => {
      using usage = vi.spyOn(Worker.prototype, 'cpuUsage').mockResolvedValue({ user: cpuSeconds * 1e6, system: 0 })
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      const decoded = decodeHeic(content, 600).then(({ width }) => width, String)
      vi.advanceTimersByTime(1000)
      vi.useRealTimers()
      expect(usage).toHaveBeenCalled()
      return await decoded
    }
    expect(await decodeAfter(21)).toContain('takes too long to read')
    expect(await decodeAfter(19)).toBe(4032)
  },
)
