import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Its own choice is one core less than there are: half the speed on the machines that we and CI have.
    maxWorkers: '100%',
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
