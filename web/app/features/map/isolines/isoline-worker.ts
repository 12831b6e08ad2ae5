import type { MapView } from '../map-view.ts'
import { createIsolineFeatures, type IsolineFeatures, type MarkedPlace } from './isoline-features.ts'

/** A request to the worker. Replies carry the same number, so that outdated ones can be dropped. */
export interface IsolineRequest {
  request: number
  places: MarkedPlace[]
  view: MapView
}

export interface IsolineResponse {
  request: number
  features: IsolineFeatures
}

addEventListener('message', ({ data }: MessageEvent<IsolineRequest>) => {
  const response: IsolineResponse = { request: data.request, features: createIsolineFeatures(data.places, data.view) }
  postMessage(response)
})
