import { parentPort, workerData } from 'node:worker_threads'
import { listCities } from './list-cities.ts'

/**
 * The message of this thread: ids, and the rows of table `cities` as JSON text, which is cheaper to send than objects.
 */
export interface CityBatch {
  ids: number[]
  rows: string
}

// Runs in a thread, so that the 200 MB of the sources are freed when it ends.
const { minimumPopulation, batchSize }: { minimumPopulation: number; batchSize: number } = workerData
const cities = listCities().filter((city) => city.population >= minimumPopulation)
for (let start = 0; start < cities.length; start += batchSize) {
  const rows = cities.slice(start, start + batchSize)
  const batch: CityBatch = { ids: rows.map((city) => city.id), rows: JSON.stringify(rows) }
  parentPort?.postMessage(batch)
}
