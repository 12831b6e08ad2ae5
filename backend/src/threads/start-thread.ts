import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread whose messages are all its own. Under `node --watch`, as in development, Node lets every thread report the
 * files that it loads through the same port, and a report is no answer.
 */
export function startThread(file: URL, options: WorkerOptions = {}): Worker {
  const { WATCH_REPORT_DEPENDENCIES: _, ...environment } = process.env
  return new Worker(file, { ...options, env: environment })
}
