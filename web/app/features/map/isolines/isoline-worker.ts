import type { MapView } from '../map-view.ts'
import { createIsolineFeatures, type IsolineFeatures, type MarkedPlace } from './isoline-features.ts'

/** What the page asks the worker. Answers carry the same number, so that late ones can be told. */
export interface IsolineRequest {
  request: number
  places: MarkedPlace[]
  view: MapView
}

export interface IsolineAnswer {
  request: number
  features: IsolineFeatures
}

addEventListener('message', ({ data }: MessageEvent<IsolineRequest>) => {
  const answer: IsolineAnswer = { request: data.request, features: createIsolineFeatures(data.places, data.view) }
  postMessage(answer)
})
