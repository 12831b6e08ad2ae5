import { parentPort, workerData } from 'node:worker_threads'
import { listCities } from './list-cities.ts'

/** What this thread sends: ids, and the rows of table `cities` as JSON text, which crosses cheaper than objects. */
export interface CityBatch {
  ids: number[]
  rows: string
}

// A thread of its own, so that the 200 MB that the sources take are gone when it ends.
const { minimumPopulation, batchSize }: { minimumPopulation: number; batchSize: number } = workerData
const cities = listCities().filter((city) => city.population >= minimumPopulation)
for (let start = 0; start < cities.length; start += batchSize) {
  const rows = cities.slice(start, start + batchSize)
  const batch: CityBatch = { ids: rows.map((city) => city.id), rows: JSON.stringify(rows) }
  parentPort?.postMessage(batch)
}
