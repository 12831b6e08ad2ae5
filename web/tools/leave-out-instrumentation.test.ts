import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { writeStandIn } from './leave-out-instrumentation.ts'

const router = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('react-router')))))
const code = readFileSync(join(router, 'dist/production/lib/router/instrumentation.js'), 'utf8')

test('exports everything that the router imports', async () => {
  const standIn = await import(`data:text/javascript,${encodeURIComponent(writeStandIn(code))}`)
  expect(standIn.getRouteInstrumentationUpdates()).toEqual({})
  expect(standIn.instrumentClientSideRouter('router')).toBe('router')
  expect(standIn.consumeInstrumentationClientResultMetaReceiver()).toBeUndefined()
})

test('fails the build if the exports of the module have changed', () => {
  expect(() => writeStandIn('export { more }')).toThrow('adapt web/tools/leave-out-instrumentation.ts')
})
