import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { CHUNK_GROUPS } from './tools/chunk-groups.ts'
import { importRetryPlugin } from './tools/import-retry-plugin.ts'
import { leaveOutInstrumentation } from './tools/leave-out-instrumentation.ts'
import { routeModuleFailurePlugin } from './tools/route-module-failure-plugin.ts'
import { routePreloadPlugin } from './tools/route-preload-plugin.ts'
import { shortenRouterMessages } from './tools/shorten-router-messages.ts'
import { styleOrderPlugin } from './tools/style-order-plugin.ts'

/**
 * Packages of many small modules of which the server build contains only what it uses. Loading them from node_modules would take a
 * third of the start: lucide-react alone has 1,700 icons.
 */
const BUNDLED = [/^@base-ui\//, /^@floating-ui\//, 'diff', 'lucide-react', 'reselect']

/** Builds the components of all icons. */
const CREATE_ICON = join(import.meta.dirname, 'app/ui/display/create-icon.ts')

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    routeModuleFailurePlugin(),
    importRetryPlugin(),
    routePreloadPlugin(),
    styleOrderPlugin(),
    leaveOutInstrumentation(),
    shortenRouterMessages(),
  ],
  resolve: { alias: [{ find: /^\.\.\/createLucideIcon\.mjs$/, replacement: CREATE_ICON }] },
  build: { target: 'es2022', cssTarget: 'chrome120' },
  // Files of the browser build refer to each other by relative URLs, so that any location works: see
  // web/server/settings/base-path-build.ts.
  experimental: { renderBuiltUrl: (_file, { ssr }) => (ssr ? undefined : { relative: true }) },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: CHUNK_GROUPS } },
        },
      },
    },
    // React Router 8 builds by Vite environments: our server entry has to be named here, not under build.
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } }, resolve: { noExternal: BUNDLED } },
  },
  server: { watch: { ignored: ['**/.data/**'] } },
})
