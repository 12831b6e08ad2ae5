import { expect, test } from 'vitest'
import { CHUNK_GROUPS } from './chunk-groups.ts'

const ROUTE = '?__react-router-build-client-route'
const screen = (name: string) => `/web/app/routes/${name}/${name}.tsx${ROUTE}`
const [HOME, ABOUT, EXPLORE, SPOT] = ['home', 'about', 'explore', 'spot'].map(screen) as [
  string,
  string,
  string,
  string,
]
const SUBMIT_ACTION = '/web/app/routes/submit/submit.tsx?route-chunk=clientAction'
const MANY = Array.from({ length: 12 }, (_, number) => screen(`screen-${number}`))

/** Returns the group of a module of 100 characters (or as many as given) that these modules import. */
function findGroup(
  id: string,
  importers: string[],
  { length = 100, imports = [] as string[] } = {},
): string | undefined {
  const code = 'x'.repeat(length)
  const getModuleInfo = (module: string) => ({
    code,
    importers: module === id ? importers : [],
    importedIds: module === id ? imports : [],
  })
  const names = CHUNK_GROUPS.toSorted((a, b) => b.priority - a.priority).map(({ name }) => name(id, { getModuleInfo }))
  return names.find((name) => name !== null) ?? undefined
}

test('puts modules that the start page needs into its file, even if other screens need them too', () => {
  expect(findGroup('/web/app/ui/logo.tsx', [HOME, ...MANY])).toBe('start')
  expect(findGroup('/node_modules/react/index.js', [HOME, ...MANY])).toBe('framework')
})

test('puts what most screens need into one file', () => {
  expect(findGroup('/web/app/ui/forms/field.tsx', MANY, { length: 9000 })).toBe('common')
  expect(findGroup('/web/app/ui/forms/field.tsx', MANY.slice(1), { length: 9000 })).toBeUndefined()
})

test('puts tiny modules of several screens into one file, and those of light screens into the common one', () => {
  expect(findGroup('/web/app/ui/icon.tsx', [EXPLORE, SPOT])).toBe('small')
  expect(findGroup('/web/app/ui/icon.tsx', [EXPLORE, ABOUT])).toBe('common')
  expect(findGroup('/web/app/ui/icon.tsx', [SPOT])).toBeUndefined()
})

test('leaves alone what is large, or imports something large', () => {
  expect(findGroup('/web/app/lib/parse.ts', [EXPLORE, SPOT], { length: 1501 })).toBeUndefined()
  expect(
    findGroup('/web/app/lib/parse.ts', [EXPLORE, SPOT], { length: 900, imports: ['/web/app/lib/other.ts'] }),
  ).toBeUndefined()
})

test('does not count what only the submission of a form needs', () => {
  expect(findGroup('/web/app/lib/check.ts', [SPOT, SUBMIT_ACTION])).toBeUndefined()
})

test('puts the widgets of dialogs and of menus into two files', () => {
  expect(findGroup('/node_modules/@base-ui/react/dialog.mjs', MANY.slice(4), { length: 9000 })).toBe('dialogs')
  expect(findGroup('/node_modules/@base-ui/react/menu.mjs', MANY.slice(7), { length: 9000 })).toBe('menus')
  expect(findGroup('/node_modules/@base-ui/react/combobox.mjs', MANY.slice(8), { length: 9000 })).toBeUndefined()
})

test('leaves stylesheets in files of their own', () => {
  expect(findGroup('/web/app/ui/forms/field.css', MANY)).toBeUndefined()
})
