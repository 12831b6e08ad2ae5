import title from '@fontsource/brygada-1918/metadata.json' with { type: 'json' }
import text from '@fontsource/schibsted-grotesk/metadata.json' with { type: 'json' }
import type { Font } from 'satori'

/** The imports make these packages part of a deployed function. Their files lie beside the metadata. */
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
/** Each subset of a typeface is a font of its own, and fills the gaps of the others. */
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

function listSubsets(typeface: Typeface): string[] {
  return SUBSETS.filter((subset) => PACKAGES[typeface].subsets.includes(subset))
}

function nameSubset(typeface: Typeface, subset: string): string {
  return `${typeface}-${subset}`
}
