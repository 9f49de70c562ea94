import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from '../../../web/build/compress.ts'

/** The defaults of `npm create vite`, compressed like our build. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compress()],
  build: { emptyOutDir: true },
})
