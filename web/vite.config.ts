import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', cssTarget: 'chrome120' },
  // React Router 8 builds by Vite environments: our server entry has to be named here, not under build.
  environments: { ssr: { build: { rolldownOptions: { input: './server/app.ts' } } } },
  server: { watch: { ignored: ['**/.data/**'] } },
})
