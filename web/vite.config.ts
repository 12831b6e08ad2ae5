import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { nameChunk } from './tools/start-chunk.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', cssTarget: 'chrome120' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: (id, context) => nameChunk(id, context) ?? null }] } },
        },
      },
    },
    // React Router 8 builds by Vite environments: our server entry has to be named here, not under build.
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
  },
  server: { watch: { ignored: ['**/.data/**'] } },
})
