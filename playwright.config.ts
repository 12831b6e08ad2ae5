import { defineConfig, devices } from '@playwright/test'
import { requireChromium } from './scripts/find-chromium.ts'

/**
 * WebGL in software, so that the map draws on machines without a graphics card. For WebGL alone: `--use-angle=swiftshader` or
 * `--ignore-gpu-blocklist` would draw every page on an imagined card too, at four times the processor time.
 */
const GRAPHICS = ['--enable-unsafe-swiftshader']
/** Chromium's own sandbox cannot run as root, as in most containers. */
const SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  // A machine that others use may be slow for a moment. What passed at the second try is named as flaky in the report.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Maps jump and sheets open at once, so that no test waits for a movement.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: requireChromium().path, args: [...SANDBOX, ...GRAPHICS] },
  },
  projects: [{ name: 'desktop' }],
})
