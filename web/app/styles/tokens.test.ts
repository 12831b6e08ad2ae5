import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

function declarations(block: string): string[] {
  return block.split('\n').flatMap((line) => line.match(/^\s*((?:--|color-scheme)[^:]*: .*;)$/)?.[1] ?? [])
}

test('the night theme of the system equals the chosen night theme', () => {
  const [, system = '', chosen = ''] = css.split(/@media \(prefers-color-scheme: dark\)|\n\[data-theme="night"\] \{/)
  expect(declarations(system).length).toBeGreaterThan(40)
  expect(declarations(system)).toEqual(declarations(chosen))
})

test('every night colour has a day colour', () => {
  const [day = '', , chosen = ''] = css.split(/@media \(prefers-color-scheme: dark\)|\n\[data-theme="night"\] \{/)
  const names = (block: string) => declarations(block).map((line) => line.split(':')[0])
  expect(names(day)).toEqual(expect.arrayContaining(names(chosen)))
})
