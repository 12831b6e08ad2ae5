import extendedItalicUrl from '@fontsource-variable/brygada-1918/files/brygada-1918-latin-ext-wght-italic.woff2?url'
import extendedUrl from '@fontsource-variable/brygada-1918/files/brygada-1918-latin-ext-wght-normal.woff2?url'
import latinItalicUrl from '@fontsource-variable/brygada-1918/files/brygada-1918-latin-wght-italic.woff2?url'
import latinUrl from '@fontsource-variable/brygada-1918/files/brygada-1918-latin-wght-normal.woff2?url'
import sansExtendedUrl from '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-ext-wght-normal.woff2?url'
import sansUrl from '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2?url'
import { MAP_SANS, MAP_SERIF, MAP_SERIF_ITALIC } from '../../base-map/font-names.ts'

/** The Unicode ranges of the two files, as in the package's stylesheet. */
const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const LATIN_EXTENDED =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2C60-2C7F,U+A720-A7FF'

const ITALIC = { style: 'italic' }
/** A face with a single weight is drawn at that weight, whatever weight the canvas requests. */
const MEDIUM = { weight: '500' }

let loading: Promise<unknown> | undefined

/**
 * Registers and loads the fonts of the map. MapLibre uses fonts of the page by name without quotes, so "Brygada
 * 1918 Variable" would not be found. It waits only for the Latin file, so the others must be loaded before.
 */
export function loadMapFonts(): Promise<unknown> {
  loading ??= Promise.allSettled(
    [
      createFace(MAP_SERIF, latinUrl, LATIN),
      createFace(MAP_SERIF, extendedUrl, LATIN_EXTENDED),
      createFace(MAP_SERIF_ITALIC, latinItalicUrl, LATIN, ITALIC),
      createFace(MAP_SERIF_ITALIC, extendedItalicUrl, LATIN_EXTENDED, ITALIC),
      createFace(MAP_SANS, sansUrl, LATIN, MEDIUM),
      createFace(MAP_SANS, sansExtendedUrl, LATIN_EXTENDED, MEDIUM),
    ].map((face) => {
      document.fonts.add(face)
      return face.load()
    }),
  )
  return loading
}

function createFace(family: string, url: string, unicodeRange: string, look: FontFaceDescriptors = {}): FontFace {
  return new FontFace(family, `url(${url}) format('woff2')`, { unicodeRange, weight: '400 700', ...look })
}
