import { cultureSpots } from './spots/culture.ts'
import type { DemoSpot } from './spots/demo-spot.ts'
import { greenSpots } from './spots/green.ts'
import { pastSpots } from './spots/past.ts'
import { reliefSpots } from './spots/relief.ts'
import { tableSpots } from './spots/table.ts'
import { waterSpots } from './spots/water.ts'
import { waySpots } from './spots/way.ts'

/** Places of all 24 categories in many countries, one file per group of categories. The texts are original. */
export const demoSpots: readonly DemoSpot[] = [
  ...reliefSpots,
  ...waterSpots,
  ...greenSpots,
  ...pastSpots,
  ...cultureSpots,
  ...tableSpots,
  ...waySpots,
]
