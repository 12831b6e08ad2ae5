import { EventEmitter } from 'node:events'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { expect, onTestFinished, test, vi } from 'vitest'
import { flyOrJumpTo } from './camera.ts'

const TARGET = { center: [7.7, 45.06], zoom: 13 }

/** Starts a flight to the target on a map that only emits events. */
function startFlight() {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const events = new EventEmitter()
  const map = Object.assign(events, { flyTo: vi.fn(), jumpTo: vi.fn(() => events.emit('moveend')) })
  flyOrJumpTo(map as unknown as MapLibreMap, { lng: 7.7, lat: 45.06 }, 13)
  expect(map.flyTo).toHaveBeenCalledExactlyOnceWith(TARGET)
  return map
}

test('ends a flight at its target even if the map is resized in the meantime', () => {
  const map = startFlight()
  map.emit('resize')
  map.emit('resize')
  expect(map.jumpTo).toHaveBeenCalledExactlyOnceWith(TARGET)
})

test('leaves the map where it is when its size changes after a flight', () => {
  const map = startFlight()
  map.emit('moveend')
  map.emit('resize')
  expect(map.jumpTo).not.toHaveBeenCalled()
})
