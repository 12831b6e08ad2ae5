import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Mounts a disk for one test. Returns undefined where that is not permitted: it needs root on Linux. */
export async function mountSmallDisk(bytes: number): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'full-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
  onTestFinished(async () => {
    if (status === 0) spawnSync('umount', [folder])
    await rm(folder, { recursive: true, force: true })
  })
  return status === 0 ? folder : undefined
}
