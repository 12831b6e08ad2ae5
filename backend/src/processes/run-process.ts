import { listenOnSockets } from '../http/connections/listen.ts'
import { logProcessNumber } from '../http/log.ts'
import { releaseMemoryWhenIdle } from '../memory/release-memory.ts'
import { createRun, endRun, failRun, type Program, type Run, retireRun } from '../program.ts'
import { handleUnhandledErrors } from '../unhandled-errors.ts'
import type { FromProcess, Placement, ToProcess } from './messages.ts'

/** Runs a server program as one of several web processes, under the control of the primary process. */
export async function runProcess(number: number, start: (placement: Placement) => Promise<Program>): Promise<void> {
  logProcessNumber(number)
  // Without the primary there is no database, and nothing would end this process.
  process.once('disconnect', () => process.exit(1))
  // Ctrl-C reaches all processes of the terminal. The primary shuts this one down gracefully.
  process.on('SIGINT', () => undefined)
  process.on('SIGUSR2', () => undefined)
  let run: Run | undefined
  const end = () => (run ? void endRun(run, 0) : process.exit(0))
  process.once('SIGTERM', end)
  const started = Promise.withResolvers<Placement>()
  process.on('message', (message: ToProcess) => {
    if (message.kind === 'start') started.resolve(message.placement)
    else if (message.kind === 'end') end()
    else if (run) follow(message, run)
  })
  try {
    const created = createRun(await start(await started.promise))
    run = created
    handleUnhandledErrors((error) => void failRun(error, created))
    tell({ kind: 'ready', welcome: created.welcome })
    releaseMemoryWhenIdle()
  } catch (error) {
    await failRun(error)
  }
}

const listening = new Set<number>()

function follow(message: ToProcess, run: Run): void {
  if (message.kind === 'retire') void retireRun(run)
  else if (message.kind === 'chores') run.stopChores = run.startChores?.() ?? run.stopChores
  else if (message.kind === 'listen') {
    const added = message.descriptors.filter((descriptor) => !listening.has(descriptor))
    for (const descriptor of added) listening.add(descriptor)
    listenOnSockets(run.server, added).then(
      (stop) => {
        const stopOthers = run.stopListening
        run.stopListening = () => {
          stopOthers()
          stop()
        }
        tell({ kind: 'listening' })
      },
      (error: unknown) => failRun(error, run),
    )
  }
}

/** Sends a message to the primary. */
function tell(message: FromProcess): void {
  process.send?.(message)
}
