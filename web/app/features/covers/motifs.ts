import type { CategoryId } from '#app/features/categories/categories.ts'
import { drawArt } from './motifs/art.ts'
import { drawBar } from './motifs/bar.ts'
import { drawBuilding } from './motifs/building.ts'
import { drawCafe } from './motifs/cafe.ts'
import { drawCastle } from './motifs/castle.ts'
import { drawCave } from './motifs/cave.ts'
import { drawCoast } from './motifs/coast.ts'
import { drawCuriosity } from './motifs/curiosity.ts'
import { drawGarden } from './motifs/garden.ts'
import { drawKitchen } from './motifs/kitchen.ts'
import { drawMarket } from './motifs/market.ts'
import { drawMemorial } from './motifs/memorial.ts'
import { drawMuseum } from './motifs/museum.ts'
import { drawRuin } from './motifs/ruin.ts'
import { drawSacred } from './motifs/sacred.ts'
import { drawSpring } from './motifs/spring.ts'
import { drawStation } from './motifs/station.ts'
import { drawStay } from './motifs/stay.ts'
import { drawSummit } from './motifs/summit.ts'
import { drawSwim } from './motifs/swim.ts'
import { drawViewpoint } from './motifs/viewpoint.ts'
import { drawWalk } from './motifs/walk.ts'
import { drawWaterfall } from './motifs/waterfall.ts'
import { drawWood } from './motifs/wood.ts'
import type { Motif } from './sheet.ts'

/** The motif of each category. */
export const motifs: Record<CategoryId, Motif> = {
  summit: drawSummit,
  viewpoint: drawViewpoint,
  cave: drawCave,
  coast: drawCoast,
  swim: drawSwim,
  waterfall: drawWaterfall,
  spring: drawSpring,
  garden: drawGarden,
  wood: drawWood,
  ruin: drawRuin,
  castle: drawCastle,
  sacred: drawSacred,
  memorial: drawMemorial,
  museum: drawMuseum,
  art: drawArt,
  building: drawBuilding,
  curiosity: drawCuriosity,
  cafe: drawCafe,
  kitchen: drawKitchen,
  bar: drawBar,
  market: drawMarket,
  walk: drawWalk,
  station: drawStation,
  stay: drawStay,
}
