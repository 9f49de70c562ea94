import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from '../../../web/compress.ts'

/** As `npm create vite` has it, and compressed like ours. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compress()],
  build: { emptyOutDir: true },
})
