import { expect, test } from 'vitest'
import { loadNamed } from './named-middleware.server.ts'

test('middleware is loaded by its name, and a name that nobody knows is an error (runtime 5.4)', async () => {
  expect(await loadNamed('bot-log')).toBeTypeOf('function')
  for (const name of ['x', 'toString', '__proto__', '']) {
    await expect(loadNamed(name)).rejects.toThrow(`Unknown route middleware: '${name}'`)
  }
})
