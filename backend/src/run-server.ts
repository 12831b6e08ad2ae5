import { listen } from './http/connections/listen.ts'
import { releaseMemoryWhenIdle } from './memory/release-memory.ts'
import { createRun, endRun, failRun, type Program } from './program.ts'
import { describeListenError } from './start/describe-failure.ts'
import { handleUnhandledErrors } from './unhandled-errors.ts'

/**
 * Runs a server program from start to end: listens, shuts down on SIGINT and SIGTERM, and exits with status 1 and one
 * clear sentence on stderr when it cannot start or continue. LOG_LEVEL=debug adds the stack.
 */
export async function runServer(start: () => Promise<Program>): Promise<void> {
  try {
    const run = createRun(await start())
    // No signal handlers before this point: a signal during start-up ends the process at once, which the database
    // survives.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endRun(run, 0))
    process.on('SIGUSR2', () => process.stderr.write('There is one web process, so none can take over. Restart it.\n'))
    void run.backend?.lost.then((error) => failRun(error, run))
    handleUnhandledErrors((error) => void failRun(error, run))
    try {
      run.stopListening = await listen(run.server, run.config)
      process.stdout.write(`${run.welcome} (${Math.round(performance.now())} ms)\n`)
      run.stopChores = run.startChores?.() ?? run.stopChores
      releaseMemoryWhenIdle()
    } catch (error) {
      await failRun(describeListenError(error, run.config), run)
    }
  } catch (error) {
    await failRun(error)
  }
}
