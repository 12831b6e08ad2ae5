import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread whose messages are all its own. Under `node --watch`, Node lets every thread report the files it
 * loads on the same port, which would look like messages of the thread.
 */
export function startThread(file: URL, options: WorkerOptions = {}): Worker {
  const { WATCH_REPORT_DEPENDENCIES: _, ...environment } = process.env
  return new Worker(file, { ...options, env: environment })
}
