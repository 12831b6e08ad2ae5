import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One more than there are cores, since many tests wait: for other processes, locks and time-outs. Its own choice is one less.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'backend',
          include: ['backend/**/*.test.ts'],
          globalSetup: ['backend/test/database-server.ts'],
          testTimeout: 20_000,
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
