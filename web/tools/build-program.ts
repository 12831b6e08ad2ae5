import { join, relative } from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Writes the program of the site as a few files to `build/program`, with `server.ts`, the backend and the packages that
 * only they use. Node needs a millisecond of CPU time to find, read and link a module, and there are 900 of them.
 */

const WEB = join(import.meta.dirname, '..')
const OUTPUT = join(WEB, 'build/program')

/**
 * Packages of pure JavaScript that the program loads at the start. Others are loaded from node_modules when they are
 * needed.
 */
const BUNDLED = [
  /^@hono\//,
  /^@noble\//,
  /^@remix-run\//,
  /^@supabase\//,
  /^hono(\/|$)/,
  /^jose(\/|$)/,
  /^pg(-|\/|$)/,
  /^postgres-/,
  '@scure/base',
  'altcha-lib',
  'backend',
  'busboy',
  'cookie-es',
  'fast-sha256',
  'fflate',
  'iceberg-js',
  'ipaddr.js',
  'oauth4webapi',
  'openid-client',
  'otpauth',
  'papaparse',
  'pmtiles',
  'react-router',
  'smol-toml',
  'standardwebhooks',
  'streamsearch',
  'tslib',
  'valibot',
  'ws',
  'xtend',
]

/**
 * Lets code find the files beside its source, such as migrations and the programs of worker threads, after it has moved
 * into the bundle. `import.meta.filename` stays unchanged, because the program uses it to start itself again.
 */
function addSourceLocations(): Plugin {
  return {
    name: 'add-source-locations',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('node_modules') || !/import\.meta\.(dirname|url)\b/.test(code)) return undefined
      const parts = JSON.stringify(relative(OUTPUT, id.split('?', 1)[0] ?? id))
      const path = `process.getBuiltinModule('node:path').join(import.meta.dirname, ${parts})`
      return code.replaceAll(/import\.meta\.(dirname|url)\b/g, (_, part) =>
        part === 'dirname'
          ? `process.getBuiltinModule('node:path').dirname(${path})`
          : `process.getBuiltinModule('node:url').pathToFileURL(${path}).href`,
      )
    },
  }
}

/** Escapes all characters beyond ASCII. A single one would make V8 store two bytes for each character of the file. */
function writeAscii(): Plugin {
  return {
    name: 'write-ascii',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = escapeCharacters(chunk.code)
    },
  }
}

function escapeCharacters(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

await build({
  root: WEB,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [addSourceLocations(), writeAscii()],
  resolve: { alias: { '#app': join(WEB, 'app') } },
  ssr: { noExternal: BUNDLED },
  build: {
    ssr: true,
    target: 'node24',
    outDir: OUTPUT,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      // React's directives mean nothing to the program.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      input: { server: join(WEB, 'server.ts') },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        // Without comments the code is a third smaller. Names stay, so that stack traces in logs are readable.
        minify: { compress: false, mangle: false, codegen: true },
      },
    },
  },
})
