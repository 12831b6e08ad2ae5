import { expect, test } from 'vitest'
import { createProjection } from '#app/features/map/map-view.ts'
import { fitAbovePanel } from './fit-above-panel.ts'
import { PANEL_PX } from './name-sides.ts'

const ALONG_A_ROAD = [41.41, 41.39, 41.36].map((lat) => ({ lng: 2.15, lat }))

test.each([{ spots: ALONG_A_ROAD }, { spots: ALONG_A_ROAD.slice(0, 1) }])(
  'shows every spot of a story above the panel of the tall map: $spots.length',
  ({ spots }) => {
    const view = fitAbovePanel(spots, 13)
    expect(view).toMatchObject({ width: 560, height: 832 })
    const heights = spots.map((spot) => createProjection(view).project(spot)[1])
    expect(Math.min(...heights)).toBeGreaterThan(60)
    expect(Math.max(...heights)).toBeLessThan(832 - PANEL_PX - 15)
  },
)
