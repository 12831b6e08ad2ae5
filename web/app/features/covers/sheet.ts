import { categories } from '#app/features/categories/categories.ts'
import { type CoverSubject, coverSeed } from './cover-subject.ts'
import { type CoverFormat, coverFormats, coverUnit } from './formats.ts'
import { type CoverInks, coverInks, landInks, type Theme } from './inks.ts'
import { type Noise, valueNoise } from './noise.ts'
import { seededRandom } from './random.ts'
import type { Place } from './svg.ts'

/** The canvas of a motif: size, inks and random numbers. */
export type Sheet = {
  width: number
  height: number
  shortSide: number
  /** Lines are measured in units: 0.3 to 0.6 for lines, 1 to 1.7 for walls. */
  unit: number
  /** Thumbs draw about half the elements with slightly stronger lines. */
  isThumb: boolean
  isNight: boolean
  lng: number
  lat: number
  seed: number
  /** Returns the next number in [0, 1). The picture depends on the order of calls. */
  random: () => number
  noise: Noise
  inks: CoverInks
  land: string
  landLine: string
  /** Returns a line width in pixels, slightly stronger on thumbs. */
  line: (units: number) => number
}

/** The result of a motif: its shapes and the point that is "here". */
export type Drawing = { shapes: string; here: Place }

export type Motif = (sheet: Sheet) => Drawing

const thumbLineFactor = 1.15

/** Prepares the canvas for a subject. */
export function createSheet(subject: CoverSubject, format: CoverFormat, theme: Theme): Sheet {
  const { width, height } = coverFormats[format]
  const seed = coverSeed(subject)
  const unit = coverUnit(format)
  const isThumb = format === 'thumb'
  return {
    width,
    height,
    shortSide: Math.min(width, height),
    unit,
    isThumb,
    isNight: theme === 'night',
    lng: subject.lng,
    lat: subject.lat,
    seed,
    random: seededRandom(seed),
    noise: valueNoise(seed),
    inks: coverInks(categories[subject.category].group, theme),
    ...landInks[theme],
    line: (units) => units * unit * (isThumb ? thumbLineFactor : 1),
  }
}
