import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DISABLED_FEATURES } from './disabled-features.ts'

test('browser tests disable every feature that Playwright disables', () => {
  const source = readFileSync(join(import.meta.dirname, '../../node_modules/playwright-core/lib/coreBundle.js'), 'utf8')
  const [, list = ''] = /disabledFeatures = \[(.*?)\]/s.exec(source) ?? []
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].flatMap(([, name = '']) => name)
  expect(names).toContain('PaintHolding')
  const [, disabled = ''] = DISABLED_FEATURES.split('=')
  expect(disabled.split(',')).toEqual(expect.arrayContaining(names.filter((name) => !name.startsWith('ms'))))
})
