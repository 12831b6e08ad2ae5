import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { SlowFilesFirst } from './scripts/test-run/slow-files-first.ts'

/** For every project. */
const COMMON = {
  // Node itself loads the modules of functions, with the hooks of the functions service.
  server: { deps: { external: [/functions\/loader\/import-module\.ts$/] } },
  // Files share a worker and its modules, because starting a worker and loading modules takes longer than most files.
  isolate: false,
  setupFiles: ['patient-waits', 'check-globals'].map((name) =>
    resolve(import.meta.dirname, `scripts/test-run/${name}.ts`),
  ),
  // Every test is much faster, except on a busy machine.
  testTimeout: 90_000,
  hookTimeout: 90_000,
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({
  test: {
    // One more than the number of cores, because many tests wait for other processes, locks and timeouts.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowFilesFirst },
    // Files that tests read at run time, which the module graph does not show to `--changed`.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/supabase/**/*.sql', '**/backend/migrations/**'],
    projects: [
      {
        test: {
          name: 'backend',
          include: ['backend/**/*.test.ts'],
          globalSetup: ['backend/test/database-server.ts'],
          ...COMMON,
        },
      },
      {
        test: {
          name: 'database',
          include: ['supabase/tests/**/*.test.ts', 'web/**/*.database.test.ts'],
          globalSetup: ['backend/test/database-server.ts'],
          ...COMMON,
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts', 'supabase/seed/**/*.test.ts'],
          ...COMMON,
        },
      },
      {
        root: 'web',
        resolve: { tsconfigPaths: true },
        test: {
          name: 'web',
          include: ['{app,server,tools}/**/*.test.{ts,tsx}'],
          // These need a database, so the project above runs them.
          exclude: ['**/*.database.test.ts'],
          ...COMMON,
        },
      },
    ],
  },
})
