import title from '@fontsource/brygada-1918/metadata.json' with { type: 'json' }
import titleRanges from '@fontsource/brygada-1918/unicode.json' with { type: 'json' }
import text from '@fontsource/schibsted-grotesk/metadata.json' with { type: 'json' }
import textRanges from '@fontsource/schibsted-grotesk/unicode.json' with { type: 'json' }
import type { Font } from 'satori'

/** The imports include these packages in a deployed function. Their files are beside the metadata. */
const PACKAGES = {
  title: { ...title, url: import.meta.resolve('@fontsource/brygada-1918/metadata.json') },
  text: { ...text, url: import.meta.resolve('@fontsource/schibsted-grotesk/metadata.json') },
}
type Typeface = keyof typeof PACKAGES

/** Weights and styles that cards use. */
const CUTS: [typeface: Typeface, weight: 400 | 500 | 600, style: 'normal' | 'italic'][] = [
  ['title', 500, 'normal'],
  ['title', 500, 'italic'],
  ['text', 400, 'normal'],
  ['text', 600, 'normal'],
]
/** Each subset of a typeface is a separate font that fills the gaps of the others. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese']

let loading: Promise<Font[]> | undefined

/** Reads the fonts of the cards, once. */
export function loadFonts(): Promise<Font[]> {
  loading ??= Promise.all(
    CUTS.flatMap(([typeface, weight, style]) =>
      listSubsets(typeface).map(async (subset) => {
        const { id, url } = PACKAGES[typeface]
        const file = new URL(`files/${id}-${subset}-${weight}-${style}.woff`, url)
        return { name: nameSubset(typeface, subset), weight, style, data: (await Deno.readFile(file)).buffer }
      }),
    ),
  )
  return loading
}

/** Returns the value of `font-family` for a typeface. */
export function listFamilies(typeface: Typeface): string {
  return listSubsets(typeface)
    .map((subset) => nameSubset(typeface, subset))
    .join(', ')
}

const RANGES: Record<Typeface, Record<string, string>> = { title: titleRanges, text: textRanges }

/**
 * Returns a text without symbols that a typeface lacks, or undefined if it lacks letters. Fonts of scripts such as
 * Chinese are too large to ship.
 */
export function findDrawable(typeface: Typeface, words: string): string | undefined {
  const ranges = listSubsets(typeface).flatMap((subset) => parseRanges(RANGES[typeface][subset] ?? ''))
  const isDrawn = (letter: string) => {
    const code = letter.codePointAt(0) ?? 0
    return ranges.some(([first, last]) => code >= first && code <= last)
  }
  const letters = [...words.normalize('NFC')]
  if (letters.some((letter) => /\p{L}/u.test(letter) && !isDrawn(letter))) return undefined
  return letters.filter(isDrawn).join('').replaceAll(/\s+/g, ' ').trim() || undefined
}

/** Parses `U+0000-00FF,U+0131`. */
function parseRanges(list: string): [first: number, last: number][] {
  return list.split(',').flatMap((range): [number, number][] => {
    const [, first, last = first] = /^U\+([0-9A-F]+)(?:-([0-9A-F]+))?$/i.exec(range.trim()) ?? []
    return first === undefined || last === undefined ? [] : [[Number.parseInt(first, 16), Number.parseInt(last, 16)]]
  })
}

function listSubsets(typeface: Typeface): string[] {
  return SUBSETS.filter((subset) => PACKAGES[typeface].subsets.includes(subset))
}

function nameSubset(typeface: Typeface, subset: string): string {
  return `${typeface}-${subset}`
}
