import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** The gallery of all parts, for ourselves: `npx vite web/tools/gallery`. Never built, never shipped. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss()],
  server: { port: 4160, strictPort: true, fs: { allow: ['../../..'] } },
})
