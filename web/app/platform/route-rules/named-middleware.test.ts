import { expect, test } from 'vitest'
import { loadNamed } from './named-middleware.server.ts'

test('5.4 middleware is loaded by its name, and a name that nobody knows is an error', async () => {
  expect(await loadNamed('bot-log')).toBeTypeOf('function')
  for (const name of ['x', 'toString', '__proto__', '']) {
    await expect(loadNamed(name)).rejects.toThrow(`Unknown route middleware: '${name}'`)
  }
})
