import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createScratchFolder } from '../../../test/scratch-folder.ts'
import { clearStale } from './stale.ts'

// Processes are recognized by their entries in /proc.
test.skipIf(process.platform !== 'linux')(
  'continues when an orphaned server ends by itself before it is signalled',
  async () => {
    using scratch = createScratchFolder()
    const [folder, program] = [join(scratch.path, 'pg'), join(scratch.path, 'postgres')]
    mkdirSync(folder)
    // A process that looks like a server of the folder.
    symlinkSync('/bin/sleep', program)
    const orphan = spawn(program, ['60'], { cwd: folder })
    onTestFinished(() => void orphan.kill('SIGKILL'))
    await new Promise((resolve) => orphan.once('spawn', resolve))
    writeFileSync(join(folder, 'postmaster.pid'), `${orphan.pid}\n`)
    const kill = vi.spyOn(process, 'kill').mockImplementationOnce(() => {
      orphan.kill('SIGKILL')
      throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' })
    })
    onTestFinished(() => kill.mockRestore())
    const notices: string[] = []
    await clearStale(folder, scratch.path, (line) => void notices.push(line))
    expect(notices).toEqual([expect.stringContaining(`process ${orphan.pid}`)])
    expect(kill).toHaveBeenCalledTimes(1)
  },
)
