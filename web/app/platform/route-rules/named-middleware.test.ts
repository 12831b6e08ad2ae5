import { expect, test } from 'vitest'
import { loadNamed } from './named-middleware.server.ts'

test('loads middleware by name and throws for unknown names (runtime 5.4)', async () => {
  expect(await loadNamed('bot-log')).toBeTypeOf('function')
  for (const name of ['x', 'toString', '__proto__', '']) {
    await expect(loadNamed(name)).rejects.toThrow(`Unknown route middleware: '${name}'`)
  }
})
