import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const APP = join(import.meta.dirname, '../..')
/** What only the platform takes from the router, since it goes anywhere that it is told. */
const UNCHECKED =
  /\b(?:Link|NavLink|Navigate|useNavigate|redirect|redirectDocument|replace|useHref|useLinkClickHandler)\b/
const FROM_ROUTER = /import (?:type )?\{([^}]*)\} from 'react-router(?:\/dom)?'/g
/** Script that loads a page, and links whose address is put together. The skip links lead to parts of the page itself. */
const BY_HAND =
  /\blocation\.(?:assign|replace|reload)\(|\blocation\.href\s*=[^=]|\bwindow\.open\(|<a\b[^>]*\bhref=\{(?!link\.href)/

const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('platform/'),
)

test('screens navigate only through the platform (runtime 4.2)', () => {
  const around = files.filter((file) => {
    const text = readFileSync(join(APP, file), 'utf8')
    const imported = [...text.matchAll(FROM_ROUTER)].map(([, names = '']) => names.replaceAll(/type \w+/g, ''))
    return imported.some((names) => UNCHECKED.test(names)) || BY_HAND.test(text)
  })
  expect(around).toEqual([])
})
