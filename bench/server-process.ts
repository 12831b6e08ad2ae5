import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerReport } from './server-report.ts'

/** A benchmark server in its own process. Disposal ends it and deletes its folder. */
export interface ServerProcess extends AsyncDisposable {
  process: ChildProcess
  folder: string
  port: number
  /** Returns the CPU time that the process has used. */
  readProcessorSeconds(): Promise<number>
}

/** Starts a program of this folder with an empty folder as its first argument. */
export async function startServer(program: string, args: string[] = []): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-bench-'))
  const server = fork(join(import.meta.dirname, program), [folder, ...args])
  const { port = 0 } = await readReport(server)
  return {
    process: server,
    folder,
    port,
    async readProcessorSeconds() {
      server.send('processor time?')
      return (await readReport(server)).processorSeconds ?? 0
    },
    async [Symbol.asyncDispose]() {
      if (server.connected) server.disconnect()
      if (server.exitCode === null) await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function readReport(server: ChildProcess): Promise<ServerReport> {
  const [message] = await once(server, 'message')
  return message as ServerReport
}
