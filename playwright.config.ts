import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { requireTestChromium } from './scripts/find-chromium.ts'
import { DISABLED_FEATURES } from './scripts/test-run/disabled-features.ts'

/**
 * Software WebGL, so that the map renders on machines without a GPU. `--use-angle=swiftshader` or
 * `--ignore-gpu-blocklist` would also rasterise every page on the emulated GPU, which takes four times the CPU time.
 */
const GRAPHICS = ['--enable-unsafe-swiftshader']
/**
 * For the self-signed certificate of the proxy. With `ignoreHTTPSErrors` alone, Chromium retries every request, and
 * some fail with ERR_TOO_MANY_RETRIES when many connections open at once.
 */
const CERTIFICATES = ['--ignore-certificate-errors']
/** Chromium's sandbox does not work as root, which most containers use. */
const SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  // Every test is much faster, except on a busy machine.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // One more than the number of cores, because many tests wait for chores, timeouts and idle pages.
  workers: availableParallelism() + 1,
  // A shared machine can be slow for a moment. The report lists tests that passed on the second attempt as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Maps jump and sheets open at once, so no test waits for an animation.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: requireTestChromium().path,
      args: [...SANDBOX, ...GRAPHICS, ...CERTIFICATES, DISABLED_FEATURES],
    },
  },
  projects: [{ name: 'desktop' }],
})
