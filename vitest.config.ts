import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One more than the number of cores, because many tests wait for other processes, locks and timeouts.
    maxWorkers: availableParallelism() + 1,
    // Files that tests read at run time, which the module graph does not show to `--changed`.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/supabase/**/*.sql', '**/backend/migrations/**'],
    projects: [
      {
        test: {
          name: 'backend',
          include: ['backend/**/*.test.ts'],
          globalSetup: ['backend/test/database-server.ts'],
          testTimeout: 20_000,
          // The modules of functions are loaded by Node itself, with the hooks of the functions service.
          server: { deps: { external: [/functions\/loader\/import-module\.ts$/] } },
        },
      },
      {
        test: {
          name: 'database',
          include: ['supabase/tests/**/*.test.ts'],
          globalSetup: ['backend/test/database-server.ts'],
          testTimeout: 20_000,
        },
      },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts', 'supabase/seed/**/*.test.ts'] } },
      {
        root: 'web',
        resolve: { tsconfigPaths: true },
        test: { name: 'web', include: ['{app,server,tools}/**/*.test.{ts,tsx}'], testTimeout: 20_000 },
      },
    ],
  },
})
