import { expect, test } from 'vitest'
import { shortenMessages } from './shorten-router-messages.ts'

const shorten = (code: string) => shortenMessages(code, 'lib/a.js')

test('replaces the messages of checks, warnings and errors by their place', () => {
  expect(shorten('\ninvariant(matches, "Didn\'t find any, \\"matches\\"");')).toBe(
    '\ninvariant(matches, "lib/a.js:2");',
  )
  expect(shorten(`warning(false, \`No route \${list.join(",")} (\${error})\`);`)).toBe('warning(false, "lib/a.js:1");')
  expect(shorten(`warning(ok, \`Wrong: \${path.replace(/x/, "y")} here\`);`)).toBe('warning(ok, "lib/a.js:1");')
  expect(shorten('throw new Error("It failed", { cause });')).toBe('throw new Error("lib/a.js:1", { cause });')
})

test('keeps values, and strings that are no messages', () => {
  for (const code of [
    'throw new Error(message);',
    `throw new Error(\`\${res.status} \${res.statusText}\`);`,
    'invariant(state, getDataRouterConsoleError(hookName));',
    'if (type === "Error") call("Error");',
  ]) {
    expect(shorten(code)).toBe(code)
  }
})
