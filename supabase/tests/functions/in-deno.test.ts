import { afterAll, beforeAll, describe, test, vi } from 'vitest'
import { hasDeno } from './deno-runtime.ts'

if (!hasDeno) {
  process.stdout.write('Deno is not on the PATH: functions are tested in Node only.\n')
  test.skip('functions in Deno')
}

// The same tests as in Node.
describe.runIf(hasDeno).each(['image-card', 'digest', 'webhook'])('%s in Deno', async (name) => {
  beforeAll(() => void vi.stubEnv('TEST_FUNCTIONS_RUNTIME', 'deno'))
  afterAll(() => void vi.unstubAllEnvs())
  if (hasDeno) await import(`./${name}.test.ts`)
})
