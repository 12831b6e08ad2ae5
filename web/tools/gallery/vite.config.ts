import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** The component gallery for development: `npx vite web/tools/gallery`. It is not part of any build. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss()],
  server: { port: 4160, strictPort: true, fs: { allow: ['../../..'] } },
})
